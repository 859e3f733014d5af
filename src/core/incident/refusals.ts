import { type Code, codes } from "../../contract/verdicts.ts"
import { hourMs } from "../durations.ts"

/** Counts of verifications by code, one number for each of `times`. */
export interface CodeCounts {
  readonly times: readonly number[]
  readonly stepMs: number
  readonly groups: readonly { readonly code: string | undefined; readonly counts: readonly number[] }[]
}

/** A time in which calls were refused for one reason, without a long pause. */
export interface Spell {
  readonly from: number
  /** The end of its last interval. */
  readonly until: number
  readonly count: number
}

export interface Refusals {
  readonly code: Code
  readonly count: number
  /** The first interval with a refusal. */
  readonly first: Interval
  readonly last: Interval
  /** Oldest first. */
  readonly spells: readonly Spell[]
}

export interface Interval {
  readonly from: number
  readonly until: number
}

/** Why calls were refused from a time on, from their counts, the most refusals first. */
export function refusalsIn(counted: CodeCounts, from: number): readonly Refusals[] {
  const found = codesIn(counted).flatMap(({ code, counts }): Refusals[] => {
    const single = intervalsWith(counted, counts).filter(({ until }) => until > from)
    const [first, last] = [single[0], single.at(-1)]
    if (first === undefined || last === undefined) return []
    const count = single.reduce((sum, spell) => sum + spell.count, 0)
    return [{ code, count, first, last, spells: fewSpells(single, counted.stepMs) }]
  })
  return found.toSorted((one, other) => other.count - one.count || other.last.from - one.last.from)
}

function codesIn({ groups }: CodeCounts) {
  return groups.flatMap(({ code, counts }) => {
    const known = codes.find((one) => one === code)
    return known === undefined || known === "VALID" ? [] : [{ code: known, counts }]
  })
}

function intervalsWith({ times, stepMs }: CodeCounts, counts: readonly number[]): readonly Spell[] {
  return counts.flatMap((count, index): Spell[] => {
    const from = times[index]
    return count === 0 || from === undefined ? [] : [{ from, until: from + stepMs, count }]
  })
}

const mostSpells = 8

/** Refusals that follow each other. Rare ones would make a spell each, so the pause that separates two grows until few are left. */
function fewSpells(single: readonly Spell[], stepMs: number): readonly Spell[] {
  for (let pauseMs = 5 * stepMs; ; pauseMs *= 2) {
    const spells = joined(single, pauseMs)
    if (spells.length <= mostSpells) return spells
  }
}

function joined(spells: readonly Spell[], pauseMs: number): readonly Spell[] {
  const result: Spell[] = []
  for (const spell of spells) {
    const last = result.at(-1)
    if (last !== undefined && spell.from - last.until < pauseMs) {
      result[result.length - 1] = { ...last, until: spell.until, count: last.count + spell.count }
    } else result.push(spell)
  }
  return result
}

/** How long nothing was refused before a change that is named as the cause. */
export const quietMs = hourMs

/**
 * The newest interval in which refusals with a code began: none was refused in the hour before it. Undefined if there is none, or
 * if that hour was not counted.
 */
export function onsetOf(counted: CodeCounts, code: Code, from: number): Interval | undefined {
  const { times, stepMs, groups } = counted
  const counts = groups.find((group) => group.code === code)?.counts ?? []
  const quiet = Math.max(1, Math.ceil(quietMs / stepMs))
  for (let index = counts.length - 1; index >= quiet; index -= 1) {
    const start = times[index]
    if (start === undefined || start + stepMs <= from) return undefined
    const isQuiet = counts.slice(index - quiet, index).every((count) => count === 0)
    if ((counts[index] ?? 0) > 0 && isQuiet) return { from: start, until: start + stepMs }
  }
  return undefined
}

/** Whether a code was refused between two times, as far as whole intervals tell. */
export function isRefusedWithin(counted: CodeCounts, code: Code, { from, until }: Interval): boolean {
  const { times, stepMs, groups } = counted
  const counts = groups.find((group) => group.code === code)?.counts ?? []
  return times.some((time, index) => time < until && time + stepMs > from && (counts[index] ?? 0) > 0)
}
