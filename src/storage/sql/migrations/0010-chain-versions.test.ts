import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { applyStepsUntil } from "../../../../test/upgrade/older-schema.ts"
import { chainHash } from "../../../core/event-chain.ts"
import { auditChain } from "../../../offline/audit.ts"
import { sha256 } from "../../../secrets/hash.ts"
import { change } from "../../conformance/stored-objects.ts"
import type { Engine } from "../engine.ts"
import { migrate, schemaState } from "./migrate.ts"

/** What the version before this step has computed for the two events below. */
const firstHash = "I8vxeTLkx5jHB9L7Aipo5i2Cv9RHxnJxihxwDGO4Jx0="
const secondHash = "FUn2/JQcuGbZk9lR98jG0dHw1yzwf6JS/VEhBsgs6cE="

/** Names that the two forms put in different orders. */
const meta = { a: 1, "a!": 2, "\n": 3, "\u{1f600}": 4, "\ufb33": 5 }
const changes = { before: null, after: { meta } }

interface Older {
  readonly id: string
  readonly type: string
  readonly time: number
  readonly resource: { readonly type: string; readonly id: string }
  readonly changes: unknown
  readonly previousHash: string
  readonly hash: string
}

const older: readonly Older[] = [
  {
    ...{ id: "evt_1", type: "workspace.created", time: 1, resource: { type: "workspace", id: "ws_one" } },
    ...{ changes: { before: null, after: { name: "One" } }, previousHash: "", hash: firstHash },
  },
  {
    ...{ id: "evt_2", type: "identity.created", time: 2, resource: { type: "identity", id: "id_one" } },
    ...{ changes, previousHash: firstHash, hash: secondHash },
  },
]

/** Records an event as a version that does not know the column does. */
async function recordAsOlder(engine: Engine, event: Older, length: number): Promise<void> {
  const { id, type, time, resource, previousHash, hash } = event
  await engine.transaction(async (db) => {
    await sql`insert into events (id, workspace_id, type, time, actor_type, actor_id, request_id, resources, changes,
      previous_hash, hash) values (${id}, 'ws_one', ${type}, ${time}, 'operator', 'operator', null,
      ${JSON.stringify([resource])}, ${JSON.stringify(event.changes)}, ${previousHash}, ${hash})`.execute(db)
    await sql`insert into event_resources (resource_id, sequence)
      select ${resource.id}, sequence from events where id = ${id}`.execute(db)
    await sql`update event_chains set length = ${length}, hash = ${hash} where workspace_id = 'ws_one'`.execute(db)
  })
}

async function prepare(engine: Engine): Promise<void> {
  await applyStepsUntil(engine, "0008-event-resources-by-sequence")
  await engine.transaction(async (db) => {
    await sql`insert into workspaces (id, name, enabled, on_exceeded, created_at)
      values ('ws_one', 'One', 1, 'reject', 1)`.execute(db)
    await sql`insert into event_chains (workspace_id, length, hash) values ('ws_one', 0, '')`.execute(db)
  })
  for (const [index, event] of older.entries()) await recordAsOlder(engine, event, index + 1)
  await migrate(engine)
}

describe.each([...engines])("the step to versions of the chain on %s", (name) => {
  const { engine, store } = provideDatabase(name, prepare)

  const recordNow = () =>
    change(store, "ws_one", async (tx) => {
      const resources = [{ type: "identity", id: "id_one" }] as const
      tx.record({ type: "identity.updated", workspaceId: "ws_one", resources, changes })
    })

  const audit = () => auditChain(store.events, "ws_one", () => {})
  const versions = async () => (await store.events.listChain("ws_one", 0, 100)).map((event) => event.chainVersion)
  const setVersion = (sequence: number, version: number | null) =>
    engine.transaction((db) =>
      db.updateTable("events").set({ chain_version: version }).where("sequence", "=", sequence).execute(),
    )

  test("leaves nothing to do, and the chain as intact as it was", async () => {
    expect(await schemaState(engine)).toMatchObject({ pending: [], unknown: [] })
    expect(await audit()).toMatchObject({ fault: undefined, reached: { length: 2, hash: secondHash } })
    expect(await versions()).toEqual([null, null])
  })

  test("lets older and newer programs record in turn, in one chain", async () => {
    await recordNow()
    const end = await store.events.findChainEnd("ws_one")
    if (end === undefined) throw new Error("The chain has an end.")
    const resource = { type: "identity", id: "id_one" }
    const said = { id: "evt_4", type: "identity.updated", time: 4, changes }
    const rest = { actor: { type: "operator", id: "operator" }, workspaceId: "ws_one", resources: [resource] }
    const hash = chainHash(sha256, end.hash, { ...said, ...rest, requestId: null, chainVersion: null })
    await recordAsOlder(engine, { ...said, resource, previousHash: end.hash, hash }, 4)
    await recordNow()
    expect(await versions()).toEqual([null, null, 2, null, 2])
    expect(await audit()).toMatchObject({ fault: undefined, reached: { length: 5 } })
  })

  test("finds an event whose form was changed", async () => {
    for (const { sequence, chainVersion } of await store.events.listChain("ws_one", 0, 100)) {
      await setVersion(sequence, chainVersion === null ? 2 : null)
      expect((await audit()).fault).toMatchObject({ type: "altered", event: { sequence } })
      await setVersion(sequence, chainVersion)
    }
    expect((await audit()).fault).toBeUndefined()
  })
})
