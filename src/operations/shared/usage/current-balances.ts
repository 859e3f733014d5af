import { creditsOf, keyAt } from "../../../core/balance.ts"
import { toWireIdentity } from "../../../core/wire-identity.ts"
import type { UsageListQuery, UsageListRow } from "../../../storage/port/usage.ts"
import type { ContextWith } from "../../context.ts"
import { listCurrent } from "../verify/give-back.ts"

interface CurrentBalance {
  /** Credits of its own. Absent if it has none. */
  readonly remaining?: number
  /** Of an identity. Absent if it has none. */
  readonly quota?: NonNullable<ReturnType<typeof toWireIdentity>["quota"]>
}

/** What is left to the listed keys or identities, by id. */
export async function currentBalances(
  context: ContextWith<"store" | "now">,
  rows: readonly UsageListRow[],
  { workspaceId, dimension }: Pick<UsageListQuery, "workspaceId" | "dimension">,
): Promise<ReadonlyMap<string, CurrentBalance>> {
  const { store, now } = context
  if (dimension === "key") {
    const ids = rows.flatMap(({ keyId }) => keyId ?? [])
    const keys = await listCurrent(context, () => store.keys.listByIds(workspaceId, ids))
    return new Map(keys.map((key) => [key.id, left(creditsOf(keyAt(key, now))?.remaining)]))
  }
  if (dimension !== "identity") return new Map()
  const ids = rows.flatMap(({ identity }) => identity?.id ?? [])
  const identities = await listCurrent(context, () => store.identities.listByIds(workspaceId, ids))
  return new Map(
    identities.map((identity) => {
      const { credits, quota } = toWireIdentity(identity, now)
      return [identity.id, { ...left(credits?.remaining), ...(quota && { quota }) }]
    }),
  )
}

function left(remaining: number | null | undefined): CurrentBalance {
  return typeof remaining === "number" ? { remaining } : {}
}
