import type { Row } from "../report.ts"
import { type Case, inserting, notifying } from "./cases.ts"
import type { Load, Rate, Scene } from "./scene.ts"

/** The speed of a machine changes every second, so only interleaved measurements are comparable. */
const rounds = 5

interface Setting {
  readonly seconds: number
  readonly callers: number
}

interface Pair {
  readonly rate: Rate
  readonly base: Rate
}

/** The calls of an operation per second, against a bare writer of the same rows. The median ratio counts. */
export async function compareWithBare(scene: Scene, called: Case, { seconds, callers }: Setting): Promise<Row> {
  const load = loadOf({ seconds, callers })
  const typical = await inTurns(async () => ({
    rate: await scene.call(called, load),
    base: await scene.write(called, load),
  }))
  const { leastOfBare } = called
  const isBarred = leastOfBare !== undefined && callers === mostCallers
  return {
    name: nameOf(scene, called, callers),
    value: ratio(typical),
    unit: "of bare",
    ...(isBarred && { bar: { atLeast: leastOfBare } }),
    note: told(typical, called),
  }
}

export const mostCallers = 32

/** Each of three nodes gets a third of the calls, so it takes this long until all its code is compiled. */
const warmUpMs = 20_000

interface Versions {
  readonly before: Scene
  readonly after: Scene
  readonly atLeast: number
}

/** The calls of an operation per second, against an older version of Keyward. */
export async function compareVersions(versions: Versions, called: Case, setting: Setting): Promise<Row> {
  const { before, after, atLeast } = versions
  const load = loadOf(setting)
  // Both have compiled their code when the comparison begins.
  for (const scene of [before, after]) await scene.call(called, { callers: mostCallers, durationMs: warmUpMs / 4 })
  const typical = await inTurns(async () => ({
    rate: await after.call(called, load),
    base: await before.call(called, load),
  }))
  const name = `${nameOf(after, called, setting.callers)}, against before`
  return { name, value: ratio(typical), unit: "of before", bar: { atLeast }, note: told(typical, called) }
}

interface Clusters {
  readonly one: Scene
  readonly three: Scene
  readonly called: Case
  readonly seconds: number
}

/** Notifications serialize commits and their flushes, so three nodes need not exceed a bare writer that notifies. */
export async function compareNodes({ one, three, called, seconds }: Clusters): Promise<readonly Row[]> {
  const load = loadOf({ seconds, callers: mostCallers })
  await three.call(called, { ...load, durationMs: warmUpMs })
  const turns: { readonly [side in "alone" | "together" | "bare" | "silent"]: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { perSecond: alone } = await one.call(called, load)
    const { perSecond: together } = await three.call(called, load)
    const { perSecond: bare } = await one.write(notifying, load)
    const { perSecond: silent } = await one.write(inserting, load)
    turns.push({ alone, together, bare, silent })
  }
  const { alone, together, bare, silent } = medianBy(turns, (turn) => turn.together / turn.alone)
  return [
    {
      name: `${called.operation}, PostgreSQL, 3 nodes against 1`,
      value: together / alone,
      unit: "of 1 node",
      bar: { atLeast: Math.min(1.5, (0.7 * bare) / alone) },
      note: `${together.toFixed(0)} against ${alone.toFixed(0)} per second, ${mostCallers} callers`,
    },
    { name: `begin; insert; notify; commit, ${mostCallers} connections`, value: bare, unit: "per second" },
    { name: `begin; insert; commit, ${mostCallers} connections`, value: silent, unit: "per second" },
  ]
}

interface Neighbours {
  readonly scene: Scene
  /** Another installation on the same machine. */
  readonly other: Scene
  readonly called: Case
  readonly seconds: number
}

/**
 * The slowest verifications while keys are created as fast as possible, against those without other calls. The second row
 * has the same calls go to another installation, so it shows what sharing the machine costs.
 */
export async function compareVerifications({ scene, other, called, seconds }: Neighbours): Promise<readonly Row[]> {
  const load = loadOf({ seconds, callers: mostCallers })
  const during = async (calls: Scene) => {
    const [p99] = await Promise.all([scene.verify(load.durationMs), calls.call(called, load)])
    return p99
  }
  const turns: { readonly quiet: number; readonly own: number; readonly foreign: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await scene.verify(load.durationMs)
    turns.push({ quiet, own: await during(scene), foreign: await during(other) })
  }
  const rowOf = (name: string, side: "own" | "foreign"): Row => {
    const turn = medianBy(turns, (each) => each[side] / each.quiet)
    return {
      name: `p99 of verifications during ${called.operation}${name}, ${scene.name}, ${mostCallers} callers`,
      value: turn[side] / turn.quiet,
      unit: "of quiet",
      note: `${turn[side].toFixed(1)} against ${turn.quiet.toFixed(1)} ms`,
    }
  }
  return [{ ...rowOf("", "own"), bar: { atMost: 2 } }, rowOf(" of another installation", "foreign")]
}

function loadOf({ seconds, callers }: Setting): Load {
  return { callers, durationMs: (seconds * 1000) / rounds / 2 }
}

async function inTurns(measure: () => Promise<Pair>): Promise<Pair> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1) pairs.push(await measure())
  return medianBy(pairs, ratio)
}

function ratio({ rate, base }: Pair): number {
  return rate.perSecond / base.perSecond
}

function nameOf({ name }: Scene, { operation }: Case, callers: number): string {
  return `${operation}, ${name}, ${callers} ${callers === 1 ? "caller" : "callers"}`
}

function told({ rate, base }: Pair, { keysPerCall = 1 }: Case): string {
  const { perSecond, p99 = 0, refusedPerSecond = 0 } = rate
  const calls = `${perSecond.toFixed(0)} of ${base.perSecond.toFixed(0)} calls per second`
  const keys = keysPerCall > 1 ? `, ${(perSecond * keysPerCall).toFixed(0)} keys per second` : ""
  const refused = refusedPerSecond > 0 ? `, ${refusedPerSecond.toFixed(0)} per second refused` : ""
  return `${calls}${keys}, p99 ${p99.toFixed(0)} ms${refused}, processor time ${millis(rate)} against ${millis(base)}`
}

function millis({ micros }: Rate): string {
  return `${(micros / 1000).toFixed(2)} ms`
}

function medianBy<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const middle = items.toSorted((one, other) => by(one) - by(other))[Math.floor(items.length / 2)]
  if (middle === undefined) throw new Error("Nothing was measured.")
  return middle
}
