import { creditsAt } from "../credits.ts"
import type { ExplainedCheck, Finding, Seen, SeenKey } from "./explanation.ts"
import { hints } from "./hints.ts"
import { instant } from "./wording.ts"

export function explainCredits(
  { request: { cost }, now }: Seen,
  { keyId, credits }: Pick<SeenKey, "keyId" | "credits">,
): Finding {
  const code = "USAGE_EXCEEDED"
  if (credits === null) {
    const detail = "The key has unlimited credits."
    return { shown: { check: "credits", passed: true, detail }, code, passesAt: null }
  }
  const { remaining: balance, refillAt } = creditsAt(credits, now)
  const passed = balance >= cost
  const refill = credits.refill !== null && credits.refill.amount >= cost ? refillAt : null
  const nextRefill = passed || refill === null ? "" : ` The next refill is at ${instant(refill)}.`
  const shown: ExplainedCheck = {
    check: "credits",
    passed,
    detail: `The balance is ${balance}, and this verification costs ${cost}.${nextRefill}`,
    ...(!passed && {
      hint: refill === null ? hints.creditsShort : hints.creditsShortUntilRefill,
      // Exactly what this request lacks: a larger amount would be a guess about the customer's money.
      fix: { operation: "keys.updateCredits", input: { keyId, operation: "increment", value: cost - balance } },
    }),
    ...(refillAt !== null && { reset: refillAt }),
    balance,
  }
  return { shown, code, passesAt: refill }
}
