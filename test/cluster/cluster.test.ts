/**
 * Three node processes on one PostgreSQL and one Redis, clients that do at random what they can at random nodes, and
 * faults at random: nodes paused, killed, cut off. Everything that was answered is held against what Keyward promises.
 *
 * By default this takes about a minute. KEYWARD_TEST_CLUSTER_SECONDS=3600 makes the time with faults longer.
 * KEYWARD_TEST_SEED=<seed> plans the same clients and the same faults again; how they fall together differs.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { runHere } from "../cli.ts"
import { createRandom } from "../random.ts"
import { checkTakings } from "./check-takings.ts"
import { checkWindow, countSlides, type WindowTaking } from "./check-windows.ts"
import { type Cluster, startCluster } from "./cluster.ts"
import { newFaultTally } from "./faults.ts"
import { newHistory } from "./history.ts"
import { type Period, runPeriod } from "./period.ts"
import { createSpender } from "./spender.ts"
import { createTaker } from "./taker.ts"
import { readClocks, takeFromWindow } from "./window-taker.ts"

const seed = Number(process.env.KEYWARD_TEST_SEED ?? Math.floor(Math.random() * 1_000_000))
const faultSeconds = Number(process.env.KEYWARD_TEST_CLUSTER_SECONDS ?? 36)
const calmMs = 5_000
/** What was answered is checked and forgotten after this time. */
const periodMs = 12_000
/** Faults end late and nodes start slowly on a machine that has much else to do. */
const patienceMs = 300_000

/** So many cells that are used up beside passes of the cell before. */
const slides = 2

const faultTally = newFaultTally()

describe(`three nodes, with KEYWARD_TEST_SEED=${seed}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  }, patienceMs)
  afterAll(() => cluster.stop(), patienceMs)

  test(
    "spend exactly the credits that there are, and admit exactly the limit, however many ask all of them",
    async () => {
      const workspace = await cluster.createWorkspace("Exact")
      const history = newHistory()
      const place = { workspace, nodes: 3, ask: cluster.ask, random: createRandom(seed), history, clients: 12 }
      const spender = createSpender({ ...place, name: "spender", credits: 200, costs: [1] })
      await spender.run(() => history.spends.some(({ outcome }) => outcome === "short"))
      expect(await spender.balances()).toEqual([{ name: "spender-0", before: 200, after: 0 }])
      expect(history.spends.filter(({ outcome }) => outcome === "taken")).toHaveLength(200)
      for (const kind of ["identifier", "key"] as const) {
        const taker = createTaker({ ...place, name: kind, kind, limit: 200 })
        await taker.run(() => taker.limited.length > 1)
        expect(checkTakings(taker.limited, history.takings)).toEqual([])
        const first = history.takings.filter(({ limited }) => limited === `${kind}-0`)
        const isWhole = first.every(({ outcome }) => outcome === "admitted" || outcome === "limited")
        // Only a fault could have cost a token, as where Redis had to wait for half a second for the processor.
        if (isWhole) expect(first.filter(({ outcome }) => outcome === "admitted")).toHaveLength(200)
      }
    },
    patienceMs,
  )

  test(
    "weigh the cell before in short windows, all nodes together, also while one of them stands still",
    async () => {
      const setting = { workspace: await cluster.createWorkspace("Windows"), nodes: 3, ask: cluster.ask }
      const clocks = await readClocks(setting)
      const check = async (kind: "identifier" | "key", limit: number, durationMs: number) => {
        const plan = { ...setting, kind, limit, durationMs, clients: 6, random: createRandom(seed) }
        const isOver = (takings: readonly WindowTaking[]) => countSlides(takings, durationMs) >= slides
        const takings = await takeFromWindow(plan, isOver)
        const unknown = takings.filter(({ verdict }) => verdict === undefined).length
        console.log(`${takings.length} takings of the ${kind}, ${unknown} of them not answered`)
        return checkWindow({ name: kind, limit, durationMs, clocks }, takings)
      }
      const checkBoth = async () =>
        (await Promise.all([check("identifier", 60, 1_000), check("key", 40, 1_300)])).flat()
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
    "keep every promise while nothing is wrong, and leave nothing unanswered",
    async () => {
      const period = await runPeriod({ cluster, seed, durationMs: calmMs })
      console.log(tell(period))
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
        console.log(tell(period))
        expect(period.violations).toEqual([])
        rounds += period.rounds
      }
      // A run in which nothing happened would prove nothing.
      expect(rounds).toBeGreaterThan(0)
      console.log([...faultTally].map(([name, count]) => `${count} × ${name}`).join(", "))
    },
    faultSeconds * 5_000 + patienceMs,
  )

  test("have recorded all of it in chains without a fault", async () => {
    const { code, stdout } = await runHere(["audit", "verify"], { env: { KEYWARD_DATABASE_URL: cluster.databaseUrl } })
    expect({ code, broken: stdout.split("\n").filter((line) => line.includes("broken")) }).toEqual({
      code: 0,
      broken: [],
    })
  })
})

function countOf({ history }: Period, outcome: "refused" | "open"): number {
  const { changes, spends, takings } = history
  return (
    changes.filter(({ fate }) => fate === outcome).length +
    [...spends, ...takings].filter((one) => one.outcome === outcome).length
  )
}

function tell(period: Period): string {
  const { history, rounds, repetitions, violations } = period
  const { changes, observations, spends, takings } = history
  return `${rounds} changes and a look at every node after each (${changes.length} and ${observations.length} in all), ${
    spends.length
  } spends, ${takings.length} takings, ${countOf(period, "refused")} refused, ${countOf(
    period,
    "open",
  )} not answered, ${repetitions} repetitions; ${violations.length} violations`
}
