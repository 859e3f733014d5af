import type { NodeDetails } from "../../port/nodes.ts"
import type { Engine } from "../engine.ts"

/** Reads the listed nodes. The connections for leases stay free of this, so that no list can cost a node its lease. */
export async function listNodeDetails({ reader }: Pick<Engine, "reader">): Promise<readonly NodeDetails[]> {
  const rows = await reader.selectFrom("nodes").selectAll().orderBy("started_at").orderBy("id").execute()
  return rows.map(({ id, version, started_at, lease_ends_at, report }) => ({
    ...(report !== null && JSON.parse(report)),
    id,
    version,
    startedAt: started_at,
    leaseEndsAt: lease_ends_at,
  }))
}
