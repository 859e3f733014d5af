import { expect, test } from "bun:test"
import { rejection } from "../../test/harness/rejection.ts"
import type { FeedHandlers, Nodes, Progress } from "../storage/port/nodes.ts"
import { noVerifierDrops, type VerifierDrops } from "../verifiers/drops.ts"
import { startListening } from "./invalidation-listener.ts"
import { createLease, leaseMs } from "./lease.ts"

interface Given {
  clock?(): number
  readonly drops?: VerifierDrops
}

function listen(nodes: Pick<Nodes, "listen" | "acknowledge">, { clock = () => 0, drops = noVerifierDrops }: Given) {
  const clocks = { clock, wallClock: clock }
  return startListening({
    ...clocks,
    nodes: { id: "node_own", ...nodes },
    lease: createLease({ ...clocks, onRegained() {}, onEnded() {} }),
    propagation: { noteApplied() {}, forget() {}, waitUntilPropagated: async () => ({ durationMs: 0, nodes: 1 }) },
    drops,
    apply() {},
    onDisconnect() {},
  })
}

test("a node acknowledges changes at first, and then while it hears from others", async () => {
  let now = 0
  let feed: FeedHandlers | undefined
  const acknowledged: number[] = []
  const nodes = {
    async listen(handlers: FeedHandlers) {
      feed = handlers
      return { close() {} }
    },
    async acknowledge({ sequence }: Progress) {
      acknowledged.push(sequence)
    },
  }
  await listen(nodes, { clock: () => now })
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

test("an attempt to listen that fails leaves nothing behind", async () => {
  const listeners = new Set<() => void>()
  const drops = {
    ...noVerifierDrops,
    onSettled(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const unavailable = new Error("no connection")
  const listening = listen({ listen: () => Promise.reject(unavailable), async acknowledge() {} }, { drops })
  expect(await rejection(listening)).toBe(unavailable)
  expect(listeners.size).toBe(0)
})
