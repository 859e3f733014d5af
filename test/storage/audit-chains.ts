import { expect } from "bun:test"
import { chainHash } from "../../src/core/event-chain.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { runHere } from "../cli/cli.ts"
import type { EngineName, TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { queryDatabase, settingOf } from "./database.ts"

export type Row = Readonly<Record<string, string | number | null>>

export const literal = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "null" : `'${String(value).replaceAll("'", "''")}'`

/** A server whose event chains are tampered with, past the service, and verified. */
export function serveChains(engine: EngineName) {
  const server = serveKeyward({ engine })

  const env = () => settingOf(server.storage)
  const verify = (...args: readonly string[]) => runHere(["audit", "verify", ...args], { env: env() })
  const run = async (statement: string) => (await queryDatabase(server, statement)) as readonly Row[]

  /** A workspace with seven events, and these as they are stored. */
  async function recordedWorkspace() {
    const workspace = await server.createWorkspace()
    for (const name of ["One", "Two", "Three", "Four", "Five"]) {
      await server.ok("apis.createApi", { name }, { key: workspace.rootKey })
    }
    const { workspaceId } = workspace
    const rows = await run(`select * from events where workspace_id = '${workspaceId}' order by sequence`)
    expect(rows).toHaveLength(7)
    const at = (index: number): Row => rows[index] ?? {}
    const place = (index: number) => `event ${at(index).id} (sequence ${at(index).sequence})`
    return { ...workspace, at, place }
  }

  async function remove({ id, sequence }: Row): Promise<void> {
    await run(`delete from event_resources where sequence = ${sequence}`)
    await run(`delete from events where id = ${literal(id)}`)
  }

  async function overwrite({ sequence }: Row, columns: Row): Promise<void> {
    const written = Object.entries(columns).filter(([column]) => column !== "sequence")
    const assignments = written.map(([column, value]) => `${column} = ${literal(value)}`).join(", ")
    await run(`update events set ${assignments} where sequence = ${sequence}`)
  }

  /** The columns of an event that says this in the place of another, with hashes that fit. */
  function forged(row: Row, time: number, previousHash: string): Row {
    const event = {
      id: String(row.id),
      type: "api.created" as const,
      time,
      actor: { type: "root_key" as const, id: String(row.actor_id) },
      workspaceId: String(row.workspace_id),
      resources: JSON.parse(String(row.resources)),
      requestId: row.request_id === null ? null : String(row.request_id),
      changes: JSON.parse(String(row.changes)),
      chainVersion: Number(row.chain_version),
    }
    return { ...row, time, previous_hash: previousHash, hash: chainHash(sha256, previousHash, event) }
  }

  const setEnd = ({ workspaceId }: Pick<TestWorkspace, "workspaceId">, columns: string) =>
    run(`update event_chains set ${columns} where workspace_id = '${workspaceId}'`)

  return { server: () => server, env, verify, run, recordedWorkspace, remove, overwrite, forged, setEnd }
}

export type Recorded = Awaited<ReturnType<ReturnType<typeof serveChains>["recordedWorkspace"]>>
