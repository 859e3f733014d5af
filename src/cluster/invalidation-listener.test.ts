import { expect, test } from "bun:test"
import type { FeedHandlers } from "../storage/port/nodes.ts"
import { startListening } from "./invalidation-listener.ts"
import { createLease, leaseMs } from "./lease.ts"
import { noVerifierDrops } from "./verifier-drops.ts"

test("a node acknowledges changes at first, and then while it hears from others", async () => {
  let now = 0
  let feed: FeedHandlers | undefined
  const acknowledged: number[] = []
  await startListening({
    nodes: {
      id: "node_own",
      async listen(handlers) {
        feed = handlers
        return { close() {} }
      },
      async acknowledge(progress) {
        acknowledged.push(progress.sequence)
      },
    },
    lease: createLease({ clock: () => now, wallClock: () => now, onRegained() {}, onEnded() {} }),
    propagation: { noteApplied() {}, forget() {}, waitUntilPropagated: async () => ({ durationMs: 0, nodes: 1 }) },
    drops: noVerifierDrops,
    clock: () => now,
    wallClock: () => now,
    apply() {},
    onDisconnect() {},
  })
  const change = async (sequence: number) => {
    feed?.onChange({ sequence, staleIds: [] })
    await Bun.sleep(0)
  }
  await change(1)
  expect(acknowledged).toEqual([1])
  now += 2 * leaseMs
  feed?.onHeartbeat("node_own", 1)
  await change(2)
  expect(acknowledged).toEqual([1])
  feed?.onHeartbeat("node_other", 1)
  await change(3)
  now += leaseMs
  await change(4)
  expect(acknowledged).toEqual([1, 3, 4])
  now += leaseMs
  await change(5)
  expect(acknowledged).toEqual([1, 3, 4])
})
