import { creditsAt } from "../credits.ts"
import { explainCredits } from "./credits.ts"
import { customerLeft, explainCustomer } from "./customer.ts"
import type { Explanation, Finding, Seen, SeenKey } from "./explanation.ts"
import { hints } from "./hints.ts"
import { explainKeyChecks } from "./key-checks.ts"
import { explainLimits } from "./limits.ts"
import { explainQuota, explainWorkspace } from "./workspace.ts"

/**
 * Every check of docs/contract.md#19-verification-semantics, with what it saw and what would make it pass. Verification
 * stops at the first failure; test/properties/explanations.test.ts compares both.
 */
export function explain(seen: Seen): Explanation {
  const quota = explainQuota(seen)
  const workspace = explainWorkspace(seen)
  const { key } = seen
  const findings = [quota, workspace, existence(key), ...(key === undefined ? [] : explainKey(seen, key))]
  const failed = findings.filter(({ shown }) => !shown.passed)
  // Authentication of the caller refuses a disabled workspace before the quota is read.
  const first = workspace.shown.passed ? failed[0] : workspace
  return {
    code: first?.code ?? "VALID",
    checks: findings.map(({ shown }) => shown),
    validAgainAt: key === undefined ? undefined : validAgainAt(seen, key, failed),
  }
}

function explainKey(seen: Seen, key: SeenKey): readonly Finding[] {
  return [
    ...explainKeyChecks(seen, key),
    ...explainLimits(key),
    explainCredits(seen, key),
    ...explainCustomer(seen, key),
  ]
}

function existence(key: SeenKey | undefined): Finding {
  const passed = key !== undefined
  const detail = passed
    ? `The key is ${key.keyId} of the API ${key.facts.apiId}.`
    : "This workspace has no key with this plaintext. It was mistyped or truncated, was deleted, or belongs to another workspace."
  const shown = { check: "existence", passed, detail, ...(!passed && { hint: hints.keyUnknown }) } as const
  return { shown, code: "NOT_FOUND", passesAt: null }
}

/** When the last failure has passed, the key may have expired, or a refill may have lowered a balance. */
function validAgainAt({ request, now }: Seen, key: SeenKey, failed: readonly Finding[]): number | undefined {
  let at = now
  for (const { passesAt } of failed) {
    if (passesAt === null) return undefined
    at = Math.max(at, passesAt)
  }
  if (failed.length === 0) return undefined
  const { expires } = key.facts
  if (expires !== null && at >= expires) return undefined
  const isPaid = key.credits === null || creditsAt(key.credits, at).remaining >= request.cost
  const customer = key.identity === null ? null : customerLeft(key.identity, at)
  const isCovered = customer === null || customer.most === null || customer.most >= request.cost
  return isPaid && isCovered ? at : undefined
}
