import { afterEach, describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import type { FeedHandlers, Nodes } from "../storage/port/nodes.ts"
import { createHub } from "../verifiers/hub.ts"
import { type ClusterNode, startNode } from "./node.ts"

/**
 * A request sees a change of another node, which this node has not applied yet, and then this node loses its feed. It no longer
 * waits for itself, but a verifier of it may still hold what the change made stale.
 */
describe("a node that loses its lease while a request waits", () => {
  let node: ClusterNode | undefined
  afterEach(() => node?.leave())

  /** The only node of a database, whose changes reach it only if a test says so. */
  const onlyNode = () => {
    const database = { latestSequence: 0, appliedSequence: 0 }
    let feed: FeedHandlers | undefined
    const id = "node_here"
    const nodes: Nodes = {
      id,
      async listen(handlers) {
        feed = handlers
        return { close() {} }
      },
      async join() {
        database.appliedSequence = database.latestSequence
        return { appliedSequence: database.latestSequence, others: [] }
      },
      async renew({ heartbeat, appliedSequence }) {
        database.appliedSequence = appliedSequence
        feed?.onHeartbeat(id, heartbeat)
        return { databaseNow: Date.now() }
      },
      async readMembership() {
        const { latestSequence, appliedSequence } = database
        return { latestSequence, entered: [{ id, leaseEndsAt: 0, appliedSequence, sharesLimits: true }] }
      },
      async acknowledge() {},
      async remove() {},
      async leave() {},
      async close() {},
    }
    return { nodes, database, loseFeed: () => feed?.onDisconnect(new Error("The connection was cut.")) }
  }

  const start = async () => {
    const clock = () => performance.now()
    const hub = createHub({ maxVerifiers: 1, clock, mayLend: () => true })
    const { nodes, database, loseFeed } = onlyNode()
    const load = { host: "here", memoryBytes: 1, verificationsPerSecond: 0 }
    node = await startNode({
      nodes,
      about: { version: "1.2.3", sharesLimits: true },
      memory: hub,
      drops: hub,
      describe: () => load,
      report() {},
      uptimeClock: clock,
      onPropagated() {},
    })
    const sent: { readonly t: string; readonly n: number }[] = []
    const connection = { send: (text: string) => sent.push(JSON.parse(text)) > 0, close() {} }
    const attached = hub.attach({ rootKeyId: "root_1", workspaceId: "ws_1", connection })
    if (attached.type !== "attached") throw new Error("The verifier was refused.")
    const { verifier } = attached
    expect(verifier.hold(["key_1"])).toBe(true)
    expect(verifier.lend(1_000)).toBe(1_000)
    const lentUntil = clock() + 1_000
    database.latestSequence = 1
    const waiting = node.waitUntilPropagated("all")
    loseFeed()
    return { waiting, sent, verifier, lentUntil }
  }

  test("answers it when the verifier can decide no more", async () => {
    const { waiting, sent, lentUntil } = await start()
    await waiting
    expect(performance.now()).toBeGreaterThanOrEqual(lentUntil)
    expect(sent).toMatchObject([{ t: "drop" }])
  })

  test("answers it as soon as the verifier has forgotten everything", async () => {
    await until(async () => {
      const { waiting, sent, verifier } = await start()
      verifier.acknowledge(sent[0]?.n ?? 0)
      // Without a number of nodes, the longest wait was over, as it may be on a busy machine.
      const { nodes } = await waiting
      return nodes === 1
    })
  })
})
