/**
 * Three node processes share one PostgreSQL and one Redis. Clients make random calls to random nodes, and random faults pause,
 * kill and cut off nodes. The tests check every response against the promises of Keyward.
 *
 * By default this takes about a minute. KEYWARD_TEST_CLUSTER_SECONDS=3600 runs the part with faults for an hour.
 * KEYWARD_TEST_SEED=<seed> repeats the clients and faults of a run, but not their exact timing.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { runHere } from "../cli/cli.ts"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { checkLimits } from "./check-limits.ts"
import { checkWindow, countSlides, type WindowRequest } from "./check-windows.ts"
import { type Cluster, startCluster } from "./cluster.ts"
import { newFaultTally } from "./faults.ts"
import { newHistory } from "./history.ts"
import { type Period, runPeriod } from "./period.ts"
import { createSpender } from "./spender.ts"
import { createTaker } from "./taker.ts"
import { readClocks, takeFromWindow } from "./window-taker.ts"

const faultSeconds = Number(process.env.KEYWARD_TEST_CLUSTER_SECONDS ?? 16)
const calmMs = 5_000
/** After this time the recorded responses are checked and dropped. */
const periodMs = 12_000
/** On a busy machine faults end late and nodes start slowly. */
const patienceMs = 900_000

/** Number of cells that must reach the limit after a cell with passes. */
const slides = 2

const faultTally = newFaultTally()

describe(`three nodes, with KEYWARD_TEST_SEED=${seed}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  }, patienceMs)
  afterAll(() => cluster.stop(), patienceMs)

  test(
    "together spend exactly the credits of a key, and admit exactly the limit of an identifier and of a key",
    async () => {
      const workspace = await cluster.createWorkspace("Exact")
      const history = newHistory()
      const options = { workspace, nodes: 3, ask: cluster.ask, random: createRandom(seed), history, clients: 12 }
      const spender = createSpender({ ...options, name: "spender", credits: 200, costs: [1] })
      await spender.run(() => history.spends.some(({ outcome }) => outcome === "short"))
      expect(await spender.balances()).toEqual([{ name: "spender-0", before: 200, after: 0 }])
      expect(history.spends.filter(({ outcome }) => outcome === "taken")).toHaveLength(200)
      for (const kind of ["identifier", "key"] as const) {
        const taker = createTaker({ ...options, name: kind, kind, limit: 200 })
        await taker.run(() => taker.limited.length > 1)
        expect(checkLimits(taker.limited, history.limitedRequests)).toEqual([])
        const first = history.limitedRequests.filter(({ limited }) => limited === `${kind}-0`)
        const isWhole = first.every(({ outcome }) => outcome === "admitted" || outcome === "limited")
        // A failed request may have cost a token, for example because Redis got no processor time for half a second.
        if (isWhole) expect(first.filter(({ outcome }) => outcome === "admitted")).toHaveLength(200)
      }
    },
    patienceMs,
  )

  test(
    "together count the previous cell of short windows, also while one of them is paused",
    async () => {
      const setting = { workspace: await cluster.createWorkspace("Windows"), nodes: 3, ask: cluster.ask }
      const clocks = await readClocks(setting)
      const check = async (kind: "identifier" | "key", limit: number, durationMs: number) => {
        const plan = { ...setting, kind, limit, durationMs, clients: 6, random: createRandom(seed) }
        const isOver = (limitedRequests: readonly WindowRequest[]) => countSlides(limitedRequests, durationMs) >= slides
        const limitedRequests = await takeFromWindow(plan, isOver)
        const unknown = limitedRequests.filter(({ verdict }) => verdict === undefined).length
        console.log(
          `${limitedRequests.length} requests against the limit of the ${kind}, ${unknown} without a response`,
        )
        return checkWindow({ name: kind, limit, durationMs, clocks }, limitedRequests)
      }
      const checkBoth = async () =>
        (await Promise.all([check("identifier", 30, 1_000), check("key", 20, 1_300)])).flat()
      expect(await checkBoth()).toEqual([])
      const checking = checkBoth()
      cluster.stations[2]?.pause()
      await Bun.sleep(700)
      cluster.stations[2]?.resume()
      expect(await checking).toEqual([])
      await cluster.rest()
    },
    patienceMs,
  )

  test(
    "keep every promise without faults, and respond to every request",
    async () => {
      const period = await runPeriod({ cluster, seed, durationMs: calmMs })
      console.log(summaryOf(period))
      expect(period.violations).toEqual([])
      expect(countOf(period, "open")).toBe(0)
    },
    patienceMs,
  )

  test(
    "keep every promise while nodes are paused, killed and cut off",
    async () => {
      const endsAt = performance.now() + faultSeconds * 1_000
      let rounds = 0
      for (let number = 1; performance.now() < endsAt; number++) {
        const durationMs = Math.min(periodMs, endsAt - performance.now())
        const period = await runPeriod({ cluster, seed: seed + number * 1_000_003, durationMs, faults: faultTally })
        console.log(summaryOf(period))
        expect(period.violations).toEqual([])
        rounds += period.rounds
      }
      // A run without changes would prove nothing.
      expect(rounds).toBeGreaterThan(0)
      console.log([...faultTally].map(([name, count]) => `${count} × ${name}`).join(", "))
    },
    faultSeconds * 5_000 + patienceMs,
  )

  test("have recorded every event in intact chains", async () => {
    const { code, stdout } = await runHere(["audit", "verify"], { env: { KEYWARD_DATABASE_URL: cluster.databaseUrl } })
    expect({ code, broken: stdout.split("\n").filter((line) => line.includes("broken")) }).toEqual({
      code: 0,
      broken: [],
    })
  })
})

function countOf({ history }: Period, outcome: "refused" | "open"): number {
  const { changes, spends, limitedRequests } = history
  return (
    changes.filter(({ result }) => result === outcome).length +
    [...spends, ...limitedRequests].filter((one) => one.outcome === outcome).length
  )
}

function summaryOf(period: Period): string {
  const { history, rounds, repetitions, violations } = period
  const { changes, observations, spends, limitedRequests } = history
  return `${rounds} changes and a look at every node after each (${changes.length} and ${observations.length} in total), ${
    spends.length
  } spends, ${limitedRequests.length} requests against limits, ${countOf(period, "refused")} refused, ${countOf(
    period,
    "open",
  )} without a response, ${repetitions} repetitions; ${violations.length} violations`
}
