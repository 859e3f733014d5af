import { flatText } from "../../core/flat-text.ts"
import type { AppliedLimit, Subject } from "../../core/verify.ts"
import { type Written, written } from "../operation.ts"
import type { Consumed } from "./consume.ts"

/** The answer of a verification as JSON. */
export function writeVerdict(subject: Subject, { code, credits, limits }: Consumed): Written {
  const balance = credits === null ? "" : `,"credits":${credits}`
  const ratelimits = limits === undefined ? "" : `,"ratelimits":${writeLimits(limits)}`
  return written(`{"valid":${code === "VALID"},"code":"${code}",${subject.presented}${balance}${ratelimits}}`)
}

function writeLimits({ applied, outcomes }: NonNullable<Consumed["limits"]>): string {
  let text = ""
  for (let index = 0; index < applied.length; index++) {
    const limit = applied[index]
    const outcome = outcomes[index]
    if (limit === undefined || outcome === undefined) throw new Error("The counters answered another number of checks.")
    const state = `"exceeded":${!outcome.allowed},"remaining":${outcome.remaining},"reset":${outcome.resetAt}`
    text += `${index === 0 ? "" : ","}{${settingsOf(limit)},${state},"autoApply":${limit.autoApply}}`
  }
  return `[${text}]`
}

const knownSettings = new WeakMap<AppliedLimit, string>()

/** The members that are the same in every answer. */
function settingsOf(applied: AppliedLimit): string {
  const before = knownSettings.get(applied)
  if (before !== undefined) return before
  const { id, name, limit, duration } = applied
  const named = `"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}`
  const text = flatText(named, `,"limit":${limit},"duration":${duration}`)
  knownSettings.set(applied, text)
  return text
}
