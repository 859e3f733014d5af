import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createDatabase, type Database } from "../../test/services/postgres.ts"
import { addWorkspace, change, mintId } from "../storage/conformance/fixtures.ts"
import type { Nodes } from "../storage/port/nodes.ts"
import { openPostgres } from "../storage/postgres/engine.ts"
import { openNodes } from "../storage/postgres/nodes.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { migrate } from "../storage/sql/migrate.ts"
import { sqlStore } from "../storage/sql/store.ts"
import { createPropagation } from "./propagation.ts"

const about = { version: "1.2.3", sharesLimits: true, leaseMs: 1_000 }

describe("a change that waits for the other nodes", () => {
  let database: Database
  let engine: Engine
  let other: Nodes
  beforeAll(async () => {
    database = await createDatabase()
    engine = openPostgres(database.url)
    await migrate(engine)
    other = openNodes(database.url, "node_other")
  })
  afterAll(async () => {
    await other.close()
    await engine.close()
    await database.drop()
  })

  /** The other node is entered, and then something is changed of which it does not know. */
  const makeChange = async () => {
    const { nodes } = engine
    if (nodes === undefined) throw new Error("PostgreSQL has nodes.")
    await other.join(about)
    const store = sqlStore(engine, () => mintId("evt"))
    const { id } = await addWorkspace(store)
    await change(store, id, async (tx) => {
      const resources = [{ type: "workspace", id }] as const
      tx.record({ type: "workspace.updated", workspaceId: id, resources, changes: { before: null, after: null } })
    })
    const lease = { holds: () => true }
    const propagation = createPropagation({ nodes, lease, clock: () => performance.now() })
    return { nodes, propagation, sequence: (await nodes.readMembership()).latestSequence }
  }

  test("waits for nobody who knows of it already", async () => {
    const { propagation } = await makeChange()
    await other.join(about)
    expect(await propagation.waitUntilPropagated()).toBeLessThan(500)
  })

  test("goes on with the acknowledgement", async () => {
    const { propagation, sequence } = await makeChange()
    setTimeout(() => propagation.noteApplied("node_other", sequence - 1), 50)
    setTimeout(() => propagation.noteApplied("node_other", sequence), 200)
    const durationMs = await propagation.waitUntilPropagated()
    expect(durationMs).toBeGreaterThan(150)
    expect(durationMs).toBeLessThan(900)
  })

  test("finds in the entry what was acknowledged while this node was deaf", async () => {
    const { propagation, sequence } = await makeChange()
    setTimeout(() => void other.renew({ heartbeat: 1, appliedSequence: sequence, leaseMs: 1_000 }), 200)
    const durationMs = await propagation.waitUntilPropagated()
    expect(durationMs).toBeGreaterThan(150)
    expect(durationMs).toBeLessThan(900)
  })

  test("does not wait for a node that leaves", async () => {
    const { propagation } = await makeChange()
    setTimeout(() => void other.leave(), 200)
    const durationMs = await propagation.waitUntilPropagated()
    expect(durationMs).toBeGreaterThan(150)
    expect(durationMs).toBeLessThan(900)
  })

  test("waits as long as a lease holds, and no longer, for a node that says nothing", async () => {
    const { propagation } = await makeChange()
    const durationMs = await propagation.waitUntilPropagated()
    expect(durationMs).toBeGreaterThanOrEqual(1_000)
    expect(durationMs).toBeLessThan(1_400)
  })

  test("waits as long where it cannot even ask who is there", async () => {
    const nodes = { id: "node_own", readMembership: () => Promise.reject(new Error("no connection")) }
    const propagation = createPropagation({ nodes, lease: { holds: () => true }, clock: () => performance.now() })
    expect(await propagation.waitUntilPropagated()).toBeGreaterThanOrEqual(1_000)
  })
})
