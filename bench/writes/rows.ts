import type { Row } from "../report.ts"
import { type Case, notifying } from "./cases.ts"
import type { Rate, Scene } from "./scene.ts"

/** The speed of a machine changes every second, so only interleaved measurements are comparable. */
const rounds = 5

interface Setting {
  readonly seconds: number
  readonly callers: number
}

interface Pair {
  readonly rate: Rate
  readonly bare: Rate
}

/** The calls of an operation per second, against a bare writer of the same rows. The median ratio counts. */
export async function compareWithBare(scene: Scene, called: Case, { seconds, callers }: Setting): Promise<Row> {
  const load = { callers, durationMs: (seconds * 1000) / rounds / 2 }
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ rate: await scene.call(called, load), bare: await scene.write(called, load) })
  }
  const ratio = ({ rate, bare }: Pair) => rate.perSecond / bare.perSecond
  const typical = medianBy(pairs, ratio)
  const { operation, keysPerCall = 1, leastOfBare } = called
  const isBarred = leastOfBare !== undefined && callers === mostCallers
  return {
    name: `${operation}, ${scene.name}, ${callers} ${callers === 1 ? "caller" : "callers"}`,
    value: ratio(typical),
    unit: "of bare",
    ...(isBarred && { bar: { atLeast: leastOfBare } }),
    note: told(typical, keysPerCall),
  }
}

export const mostCallers = 32

interface Clusters {
  readonly one: Scene
  readonly three: Scene
  readonly called: Case
  readonly seconds: number
}

/** Notifications serialize commits, so three nodes need not exceed a bare writer that notifies. */
export async function compareNodes({ one, three, called, seconds }: Clusters): Promise<readonly Row[]> {
  const load = { callers: mostCallers, durationMs: (seconds * 1000) / rounds / 2 }
  const turns: { readonly alone: number; readonly together: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { perSecond: alone } = await one.call(called, load)
    const { perSecond: together } = await three.call(called, load)
    turns.push({ alone, together, bare: (await one.write(notifying, load)).perSecond })
  }
  const { alone, together, bare } = medianBy(turns, (turn) => turn.together / turn.alone)
  return [
    {
      name: `${called.operation}, PostgreSQL, 3 nodes against 1`,
      value: together / alone,
      unit: "of 1 node",
      bar: { atLeast: Math.min(1.5, (0.7 * bare) / alone) },
      note: `${together.toFixed(0)} against ${alone.toFixed(0)} per second, ${mostCallers} callers`,
    },
    { name: `begin; insert; notify; commit, ${mostCallers} connections`, value: bare, unit: "per second" },
  ]
}

function told({ rate, bare }: Pair, keysPerCall: number): string {
  const { perSecond, p99 = 0, refusedPerSecond = 0 } = rate
  const calls = `${perSecond.toFixed(0)} of ${bare.perSecond.toFixed(0)} calls per second`
  const keys = keysPerCall > 1 ? `, ${(perSecond * keysPerCall).toFixed(0)} keys per second` : ""
  const refused = refusedPerSecond > 0 ? `, ${refusedPerSecond.toFixed(0)} per second refused` : ""
  return `${calls}${keys}, p99 ${p99.toFixed(0)} ms${refused}, processor time ${millis(rate)} against ${millis(bare)}`
}

function millis({ micros }: Rate): string {
  return `${(micros / 1000).toFixed(2)} ms`
}

function medianBy<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const middle = items.toSorted((one, other) => by(one) - by(other))[Math.floor(items.length / 2)]
  if (middle === undefined) throw new Error("Nothing was measured.")
  return middle
}
