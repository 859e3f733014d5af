import type { LimitSource } from "../verify.ts"
import type { ExplainedCheck, Finding, SeenKey, SeenLimit } from "./explanation.ts"
import { hints } from "./hints.ts"
import { instant } from "./wording.ts"

/** Verification refuses unknown limits before it takes from the others. */
export function explainLimits({
  limits,
  unknownLimits,
}: Pick<SeenKey, "limits" | "unknownLimits">): readonly Finding[] {
  const findings = [...unknownLimits.map(explainUnknown), ...limits.map(explainLimit)]
  return findings.length === 0 ? [noLimit] : findings
}

const noLimit: Finding = {
  shown: { check: "ratelimit", passed: true, detail: "No rate limit applies." },
  code: "RATE_LIMITED",
  passesAt: null,
}

function explainUnknown(name: string): Finding {
  const detail = `Neither the key, its customer nor its plan has a rate limit "${name}".`
  const shown = { check: "ratelimit", name, passed: false, detail, hint: hints.limitUnknown } as const
  return { shown, code: "application/precondition_failed", passesAt: null }
}

const owners = { request: "request", key: "key", identity: "customer", plan: "plan" } as const satisfies Record<
  LimitSource,
  string
>

/** Without a fix, because only people can decide how much to allow. */
function explainLimit({ limit: { name, source, limit, durationMs, cost }, peeked }: SeenLimit): Finding {
  const { allowed: passed, remaining, resetAt: reset, passesAt } = peeked
  const rate = `The limit of the ${owners[source]} is ${limit} in ${durationMs} ms. ${remaining} are left, and this verification costs ${cost}.`
  const room = passed || passesAt === null ? "" : ` The window has room at ${instant(passesAt)}.`
  const hint = passesAt === null ? hints.limitBelowCost : hints.limitUsedUp
  const shown: ExplainedCheck = {
    check: "ratelimit",
    name,
    passed,
    detail: `${rate}${room}`,
    ...(!passed && { hint }),
    remaining,
    reset,
  }
  return { shown, code: "RATE_LIMITED", passesAt }
}
