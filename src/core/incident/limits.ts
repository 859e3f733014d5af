import type { Ratelimit } from "../model.ts"
import { isObject } from "./event-fields.ts"

/** A limit as calls send it. */
export type LimitTerms = Omit<Ratelimit, "id">

export function termsOfLimit({ name, limit, duration, autoApply }: LimitTerms): LimitTerms {
  return { name, limit, duration, autoApply }
}

/** The limits in a field of an event. */
export function limitsIn(value: unknown): readonly LimitTerms[] {
  return Array.isArray(value) ? value.filter(isLimit).map(termsOfLimit) : []
}

function isLimit(value: unknown): value is LimitTerms {
  return isObject(value) && typeof value.name === "string" && typeof value.limit === "number"
}

/** The limits that a change made new, lower, longer, or counted without being named. Higher and shorter ones refuse no more calls. */
export function tightenedLimits(removed: readonly LimitTerms[], added: readonly LimitTerms[]): readonly LimitTerms[] {
  return added.filter((has) => {
    const had = removed.find(({ name }) => name === has.name)
    return (
      had === undefined ||
      has.limit < had.limit ||
      has.duration > had.duration ||
      (has.autoApply === true && had.autoApply === false)
    )
  })
}

/** The limits that a change removed. Where the key or the customer has lost its own limit, that of the customer or of the plan applies. */
export function lostLimits(removed: readonly LimitTerms[], added: readonly LimitTerms[]): readonly LimitTerms[] {
  return removed.filter(({ name }) => !added.some((limit) => limit.name === name))
}
