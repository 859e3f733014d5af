import type { ExplainedCheck } from "@keyward/client"
import { labelOf } from "../log/check-words.tsx"
import { FixButton } from "../log/fix-button.tsx"
import { failedWithout } from "./after-fix.ts"
import type { ExplainedKey } from "./explained-key.ts"
import { Extend } from "./extend.tsx"
import css from "./incident.module.css"
import { RaiseLimit } from "./raise-limit.tsx"
import { TopUp } from "./top-up.tsx"

interface CheckFixProps extends ExplainedKey {
  readonly check: ExplainedCheck
}

/** What makes a failed check pass, and what the same call would give after that. */
export function CheckFix({ check, explanation, apiKey, limits, refused, of, isFirst }: CheckFixProps) {
  const { fix, name } = check
  const after = effectOf(failedWithout(explanation, check))
  const isOfCustomer = fix?.operation === "identities.updateIdentity" || fix?.operation === "identities.updateCredits"
  if (isOfCustomer && !isFirst) return null
  if (fix?.operation === "keys.updateCredits" || fix?.operation === "identities.updateCredits") {
    const suggested = refused.total * (refused.call?.cost ?? 1)
    return <TopUp after={after} apiId={apiKey.apiId} fix={fix} suggested={suggested} />
  }
  if (fix) {
    return (
      <div className={css.fix}>
        <FixButton apiId={apiKey.apiId} fix={fix} saysWhyNot variant="primary" />
        <span className={css.after}>{after}</span>
      </div>
    )
  }
  if (check.check === "expiry") return <Extend after={after} apiKey={apiKey} />
  const winning = limits.find(({ limit }) => limit.name === name)
  if (check.check === "ratelimit" && winning) {
    return (
      <RaiseLimit apiKey={apiKey} remaining={check.remaining ?? 0} winning={winning}>
        {after}
      </RaiseLimit>
    )
  }
  if (check.check !== "enabled" || of.customerId === undefined || !isFirst) return null
  // Both the key and its customer are disabled. Once the customer is enabled, the key has a fix.
  const enable = { operation: "identities.updateIdentity", input: { identity: of.customerId, enabled: true } } as const
  return (
    <div className={css.fix}>
      <FixButton apiId={apiKey.apiId} fix={enable} saysWhyNot variant="primary" />
      <span className={css.after}>After this, the key itself is still disabled.</span>
    </div>
  )
}

/** "After this, the same call would be accepted." */
function effectOf(others: readonly ExplainedCheck[]): string {
  if (others.length === 0) return "After this, the same call would be accepted."
  return `After this, it is still refused: ${others.map(labelOf).join(", ")}.`
}
