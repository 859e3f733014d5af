import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { addWorkspace, change } from "../storage/conformance/stored-objects.ts"
import type { Nodes, Progress } from "../storage/port/nodes.ts"
import type { Concerned } from "../storage/port/propagation.ts"
import { openNodes } from "../storage/postgres/nodes.ts"
import { noVerifierDrops } from "../verifiers/drops.ts"
import { createPropagation } from "./propagation.ts"

const about = { version: "1.2.3", sharesLimits: true, leaseMs: 1_000 }
const report = { host: "here", memoryBytes: 1, verificationsPerSecond: 0, behind: 0, holdsLease: true }

const upTo = (sequence: number): Progress => ({ sequence, behind: new Map() })
const settings = { lease: { holds: () => true }, drops: noVerifierDrops, clock: () => performance.now() }

describe("a change that waits for the other nodes", () => {
  let other: Nodes
  afterAll(() => other.close())
  const database = provideDatabase("postgres")
  beforeAll(() => {
    other = openNodes(database.location, "node_other")
  })

  /** The other node joins, and then a change is made that has not reached it. */
  const makeChange = async () => {
    const { engine, store } = database
    const { nodes } = engine
    if (nodes === undefined) throw new Error("PostgreSQL has nodes.")
    await other.join(about)
    const { id } = await addWorkspace(store)
    await change(store, id, async (tx) => {
      const resources = [{ type: "workspace", id }] as const
      tx.record({ type: "workspace.updated", workspaceId: id, resources, changes: { before: null, after: null } })
    })
    const propagation = createPropagation({ ...settings, nodes })
    return { nodes, propagation, sequence: (await nodes.readMembership()).latestSequence }
  }

  test("waits for no node that the change has reached", async () => {
    const { propagation } = await makeChange()
    await other.join(about)
    expect((await propagation.waitUntilPropagated("all")).nodes).toBe(1)
  })

  type Made = Awaited<ReturnType<typeof makeChange>>
  test.each<[string, (made: Made) => unknown]>([
    ["an acknowledgement", ({ propagation, sequence }) => propagation.noteApplied("node_other", upTo(sequence))],
    [
      "an entry of the other node, where its acknowledgement did not arrive",
      ({ sequence }) => other.renew({ heartbeat: 1, appliedSequence: sequence, leaseMs: 1_000, report }),
    ],
    ["the departure of the other node", () => other.leave()],
  ])("ends with %s", async (_name, end) => {
    const waitForEnd = async () => {
      const made = await makeChange()
      let hasEnded = false
      setTimeout(() => made.propagation.noteApplied("node_other", upTo(made.sequence - 1)), 50)
      setTimeout(() => {
        hasEnded = true
        void end(made)
      }, 200)
      const { nodes } = await made.propagation.waitUntilPropagated("all")
      expect(hasEnded).toBe(true)
      return nodes !== undefined
    }
    // On a busy machine, a lease may be over before.
    await until(waitForEnd)
  })

  test("waits as long as a lease holds, and no longer, for a node that says nothing", async () => {
    const { propagation } = await makeChange()
    const { durationMs, nodes } = await propagation.waitUntilPropagated("all")
    expect(nodes).toBeUndefined()
    expect(durationMs).toBeGreaterThanOrEqual(1_000)
  })

  test("waits as long where it cannot list the nodes", async () => {
    const nodes = { id: "node_own", readMembership: () => Promise.reject(new Error("no connection")) }
    const propagation = createPropagation({ ...settings, nodes })
    expect((await propagation.waitUntilPropagated("all")).durationMs).toBeGreaterThanOrEqual(1_000)
  })
})

test("a change waits for a node whose verifiers of its workspace are behind, and for no other reason", async () => {
  const entered = [{ id: "node_other", leaseEndsAt: 0, appliedSequence: 1, sharesLimits: true }]
  const nodes = { id: "node_own", readMembership: async () => ({ latestSequence: 2, entered }) }
  const propagation = createPropagation({ ...settings, nodes })
  const waitTogether = async (concerned: readonly Concerned[]) => {
    propagation.noteApplied("node_other", { sequence: 2, behind: new Map([["ws_1", 1]]) })
    const over: Concerned[] = []
    const waits = concerned.map(async (workspaces) => {
      const { nodes } = await propagation.waitUntilPropagated(workspaces)
      over.push(workspaces)
      return nodes
    })
    await until(() => over.length >= 2)
    const first = [...over]
    propagation.noteApplied("node_other", upTo(2))
    // Without a number of nodes, the longest wait was over, as it may be on a busy machine.
    return (await Promise.all(waits)).every((nodes) => nodes === 1) && first
  }
  // An operator may name a workspace that does not exist.
  const first = await until(() => waitTogether([["all"], "all", ["ws_2"], ["ws_1"], ["ws_2", "ws_1"]]))
  expect(first).toEqual([["all"], ["ws_2"]])
})
