import { creditsAt } from "../credits.ts"
import type { Finding, Seen, SeenKey } from "./explanation.ts"
import { instant } from "./wording.ts"

export function explainCredits({ request: { cost }, now }: Seen, { credits }: Pick<SeenKey, "credits">): Finding {
  const code = "USAGE_EXCEEDED"
  if (credits === null) {
    const detail = "The key has unlimited credits."
    return { shown: { check: "credits", passed: true, detail }, code, passesAt: null }
  }
  const { remaining: balance, refillAt } = creditsAt(credits, now)
  const passed = balance >= cost
  const refill = credits.refill !== null && credits.refill.amount >= cost ? refillAt : null
  const clears = refill === null ? "" : `, or wait for the refill at ${instant(refill)}`
  const seen = `The balance is ${balance}, and this verification costs ${cost}.`
  const detail = passed ? seen : `${seen} Add credits with keys.updateCredits${clears}.`
  const reset = refillAt === null ? {} : { reset: refillAt }
  return { shown: { check: "credits", passed, detail, ...reset, balance }, code, passesAt: refill }
}
