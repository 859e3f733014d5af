import type { UsageGetVerificationsOutput } from "@keyward/client"
import type { Code } from "../../../../src/contract/verdicts.ts"
import { stepMsOf } from "../../period.ts"

/** A time in which verifications were refused for one reason, without a long pause. */
export interface Spell {
  readonly code: Code
  readonly from: number
  /** The end of its last interval. */
  readonly until: number
  /** How long an interval is. */
  readonly stepMs: number
  readonly count: number
}

export interface Reason {
  readonly code: Code
  readonly total: number
  /** When the first interval with a refusal begins, and when it ends. */
  readonly first: number
  readonly firstEnd: number
  /** When the last interval with a refusal begins. */
  readonly last: number
  readonly spells: readonly Spell[]
}

type Usage = Pick<UsageGetVerificationsOutput, "times" | "interval" | "groups">

/** Why verifications were refused, from their counts: first what happened last. */
export function reasonsOf({ times, interval, groups }: Usage): readonly Reason[] {
  const stepMs = stepMsOf(interval)
  const reasons = groups.flatMap(({ code, counts, total }): Reason[] => {
    if (code === undefined || code === "VALID") return []
    const spells = spellsOf(code, { times, counts, stepMs })
    const [first, last] = [spells[0], spells.at(-1)]
    if (first === undefined || last === undefined) return []
    return [{ code, total, first: first.from, firstEnd: first.from + stepMs, last: last.until - stepMs, spells }]
  })
  return reasons.toSorted((one, other) => other.last - one.last || other.total - one.total)
}

interface Counts {
  readonly times: readonly number[]
  readonly counts: readonly number[]
  readonly stepMs: number
}

const mostSpells = 8

/** Refusals that follow each other. Rare ones would make a line each, so the pause that separates two grows until few are left. */
function spellsOf(code: Code, { times, counts, stepMs }: Counts): readonly Spell[] {
  const single = counts.flatMap((count, index): Spell[] => {
    const from = times[index]
    return count === 0 || from === undefined ? [] : [{ code, from, until: from + stepMs, stepMs, count }]
  })
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
