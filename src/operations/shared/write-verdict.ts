import { codes } from "../../contract/verification.ts"
import { flatText } from "../../core/flat-text.ts"
import type { AppliedLimit, Subject } from "../../core/verify.ts"
import { type WrittenJson, writtenJson } from "../operation.ts"
import type { Consumed } from "./charge.ts"

/** The answer of a verification as JSON. */
export function writeVerdict(subject: Subject, { code, credits, limits }: Consumed): WrittenJson {
  const end =
    limits === undefined ? "}" : limits.applied.length === 0 ? noLimits : `,"ratelimits":${writeLimits(limits)}}`
  const opening = openings.get(code) ?? ""
  const { keyId } = subject
  const { presented } = subject.profile
  if (credits === null) return writtenJson(`${opening}${keyId}",${presented}${end}`)
  return writtenJson(`${opening}${keyId}",${presented},"credits":${credits}${end}`)
}

const openings = new Map(
  codes.map((code) => [code, flatText('{"valid":', code === "VALID", ',"code":"', code, '","keyId":"')]),
)
const noLimits = ',"ratelimits":[]}'

function writeLimits({ applied, outcomes }: NonNullable<Consumed["limits"]>): string {
  let text = ""
  for (let index = 0; index < applied.length; index++) {
    const limit = applied[index]
    const outcome = outcomes[index]
    if (limit === undefined || outcome === undefined) throw new Error("The counters answered another number of checks.")
    const { allowed, remaining, resetAt } = outcome
    const separator = index === 0 ? "" : ","
    const state = `${!allowed},"remaining":${remaining},"reset":${resetAt},"autoApply":${limit.autoApply}}`
    text += `${separator}${settingsOf(limit)}${state}`
  }
  return `[${text}]`
}

const knownSettings = new WeakMap<AppliedLimit, string>()

/** The members that are the same in every answer, up to the first one that is not. */
function settingsOf(applied: AppliedLimit): string {
  const before = knownSettings.get(applied)
  if (before !== undefined) return before
  const { id, name, limit, duration } = applied
  const settings = JSON.stringify({ id, name, limit, duration })
  const text = flatText(settings.slice(0, -1), ',"exceeded":')
  knownSettings.set(applied, text)
  return text
}
