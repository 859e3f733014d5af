import { expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import type { Nodes } from "../storage/port/nodes.ts"
import { noVerifierDrops } from "../verifiers/drops.ts"
import { createDatabaseTime } from "./database-time.ts"
import type { InvalidationListener } from "./invalidation-listener.ts"
import { createLease } from "./lease.ts"
import { enterCluster } from "./membership.ts"

/** What was committed between two connections to the feed comes with neither, so only joining again says that it is applied. */
test("a node that cannot join again after a lost feed tries until it has, though its entry is still there", async () => {
  const clock = () => performance.now()
  let canJoin = true
  let failures = 0
  let renewals = 0
  const nodes: Nodes = {
    id: "node_here",
    listen: () => Promise.reject(new Error("The listener stands for it.")),
    async join() {
      if (!canJoin) {
        failures += 1
        throw new Error("The lock was not free.")
      }
      return { appliedSequence: 7, others: [] }
    },
    async renew() {
      renewals += 1
      return { databaseNow: Date.now() }
    },
    readMembership: async () => ({ latestSequence: 7, entered: [] }),
    async acknowledge() {},
    async remove() {},
    async leave() {},
    async close() {},
  }
  let failure: Error | undefined
  const startListening = async (): Promise<InvalidationListener> => {
    failure = undefined
    let appliedSequence = 0
    return {
      get appliedSequence() {
        return appliedSequence
      },
      markApplied(sequence) {
        appliedSequence = sequence
      },
      beat() {},
      failure: () => failure,
      close() {},
    }
  }
  const membership = await enterCluster({
    nodes,
    lease: createLease({ clock, wallClock: clock, onRegained() {}, onEnded() {} }),
    time: createDatabaseTime({ clock, wallClock: clock, uptimeClock: clock }),
    drops: noVerifierDrops,
    about: { version: "1.2.3", sharesLimits: true },
    clock,
    describe: () => ({ host: "here", memoryBytes: 1, verificationsPerSecond: 0 }),
    startListening,
    report() {},
  })
  canJoin = false
  failure = new Error("The connection was cut.")
  await until(() => failures > 0)
  canJoin = true
  const before = renewals
  await until(() => renewals > before)
  expect(membership.state.appliedSequence).toBe(7)
  await membership.leave()
})
