import type { LoadResult, Work } from "../job.ts"
import { median } from "../median.ts"
import { load, type Served } from "../processes.ts"
import type { Row } from "../report.ts"

export interface Place {
  readonly name: string
  readonly nodes: readonly Pick<Served, "port">[]
  /** Processor time of the nodes and of the database server so far. */
  micros(): Promise<number>
  /** Moves all counts a day back, so that a period has just ended for every customer. */
  endPeriods(): Promise<void>
}

export interface Comparison {
  readonly name: string
  /** The base, and what is compared with it. */
  readonly works: readonly [Work, Work]
  readonly atLeast: number
  readonly rounds: number
}

/** In alternation, because the speed of a machine changes every second. The median ratio counts. */
export async function compare(place: Place, { name, works, atLeast, rounds }: Comparison): Promise<Row> {
  const [base, other] = works
  // Every node loads every key first.
  for (const work of works) await run(place, work, { durationMs: Math.max(1_500, work.count * place.nodes.length) })
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ base: await speedOf(place, base), other: await speedOf(place, other) })
  }
  return rowOf(name, pairs, atLeast)
}

export interface Pair {
  readonly base: Speed
  readonly other: Speed
}

/** The median ratio counts, because one disturbance spoils a round. */
export function rowOf(name: string, pairs: readonly Pair[], atLeast: number): Row {
  const middle = (numberOf: (pair: Pair) => number) => median(pairs.map(numberOf))
  const [other, base] = [middle((pair) => pair.other.perSecond), middle((pair) => pair.base.perSecond)]
  const micros = [middle((pair) => pair.other.micros), middle((pair) => pair.base.micros)].map(Math.round)
  const cost = middle((pair) => pair.other.micros / pair.base.micros)
  return {
    name,
    value: middle((pair) => pair.other.perSecond / pair.base.perSecond),
    unit: "of the base",
    bar: { atLeast },
    note: `${Math.round(other)} of ${Math.round(base)} per second; µs of processor time: ${micros.join(" and ")}, ratio ${cost.toFixed(2)}`,
  }
}

export interface Speed {
  readonly perSecond: number
  /** Processor time per call. Other programs disturb it less than the rate. */
  readonly micros: number
}

async function speedOf(place: Place, work: Work): Promise<Speed> {
  const before = await place.micros()
  const perSecond = rateOf(await run(place, work, {}))
  return { perSecond, micros: ((await place.micros()) - before) / ((perSecond * (warmupMs + turnMs)) / 1000) }
}

export const warmupMs = 300
export const turnMs = 1_500

interface Pace {
  readonly durationMs?: number
  /** Of all nodes together. */
  readonly perSecond?: number
}

export function run(
  { nodes }: Place,
  work: Work,
  { durationMs = turnMs, perSecond }: Pace,
): Promise<readonly LoadResult[]> {
  const connections = Math.ceil(64 / nodes.length)
  const rate = perSecond === undefined ? {} : { perSecond: perSecond / nodes.length }
  return Promise.all(nodes.map(({ port }) => load({ ...work, ...rate, port, connections, warmupMs, durationMs })))
}

export function rateOf(results: readonly LoadResult[]): number {
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

export function p99Of(results: readonly LoadResult[]): number {
  return Math.max(...results.map(({ p99 }) => p99))
}
