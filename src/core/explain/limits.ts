import type { Finding, SeenKey, SeenLimit } from "./explanation.ts"
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
  const detail = `Neither the key nor its identity has a rate limit \`${name}\`. Attach one, or send limit and duration.`
  const shown = { check: "ratelimit", name, passed: false, detail } as const
  return { shown, code: "application/precondition_failed", passesAt: null }
}

function explainLimit({ limit: { name, limit, durationMs, cost }, peeked }: SeenLimit): Finding {
  const { allowed: passed, remaining, resetAt: reset, passesAt } = peeked
  const rate = `The limit is ${limit} in ${durationMs} ms. ${remaining} are left, and this verification costs ${cost}.`
  const clears =
    passesAt === null
      ? "The cost exceeds the limit: raise the limit, or send a lower cost."
      : `Wait until ${instant(passesAt)}, or raise the limit.`
  const detail = passed ? rate : `${rate} ${clears}`
  return { shown: { check: "ratelimit", name, passed, detail, remaining, reset }, code: "RATE_LIMITED", passesAt }
}
