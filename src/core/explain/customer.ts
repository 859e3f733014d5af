import { chargeAt, countedAt, meterOf } from "../customer-meter.ts"
import { fundsLeft } from "../funds.ts"
import type { Identity, Plan } from "../model.ts"
import { planOf, quotaOf } from "../plans.ts"
import { nextPeriod } from "../quota.ts"
import type { ExplainedCheck, Finding, Seen, SeenKey } from "./explanation.ts"
import { hints } from "./hints.ts"
import { instant } from "./wording.ts"

/** Quota and credits of the customer. Empty if nothing is counted. */
export function explainCustomer(seen: Seen, { identity }: Pick<SeenKey, "identity">): readonly Finding[] {
  if (identity === null) return []
  const left = customerLeft(identity, seen.now)
  return left === null ? [] : [explainFunds(seen, identity, left)]
}

interface CustomerLeft {
  readonly quota: number | null
  readonly credits: number | null
  readonly overageUsed: number | null
  /** null if nothing bounds one more call. */
  readonly most: number | null
}

/** What the customer has left at a time, if nothing is spent until then. null if nothing is counted. */
export function customerLeft(identity: Identity, at: number): CustomerLeft | null {
  const meter = meterOf(identity, at)
  if (meter === null) return null
  return fundsLeft({ key: null, quota: chargeAt(meter, at).quota, funds: countedAt(identity, at).balance })
}

function explainFunds({ request: { cost }, now }: Seen, identity: Identity, left: CustomerLeft): Finding {
  const { billingDay } = identity
  const quota = quotaOf(identity, now)
  const isInherited = identity.quota === null
  const passed = left.most === null || left.most >= cost
  const reset = quota === null ? null : nextPeriod({ interval: quota.interval, billingDay }, now)
  const then = passed || reset === null ? null : customerLeft(identity, reset)
  const passesAt = then !== null && (then.most === null || then.most >= cost) ? reset : null
  const shown: ExplainedCheck = {
    check: "credits",
    name: "identity",
    passed,
    detail: `${describe(left, isInherited ? planOf(identity, now) : null)} This verification costs ${cost}.${passesAt === null ? "" : ` The next period begins at ${instant(passesAt)}.`}`,
    ...(!passed && {
      hint: hintFor(quota !== null && isInherited, passesAt),
      // Exactly what this request lacks: a larger amount would be a guess about the customer's money.
      fix: {
        operation: "identities.updateCredits",
        input: { identity: identity.id, operation: "increment", value: cost - (left.most ?? 0) },
      },
    }),
    ...(reset !== null && { reset }),
    ...(left.most !== null && { balance: left.most }),
  }
  return { shown, code: "USAGE_EXCEEDED", passesAt }
}

function hintFor(isInherited: boolean, passesAt: number | null): string {
  if (isInherited) return passesAt === null ? hints.planShort : hints.planShortUntilPeriod
  return passesAt === null ? hints.customerShort : hints.customerShortUntilPeriod
}

/** `plan` is the one whose quota applies. */
function describe({ quota, credits, overageUsed, most }: CustomerLeft, plan: Plan | null): string {
  const source = plan === null ? "its quota" : `the quota of its plan ${JSON.stringify(plan.name)}`
  const parts = [
    ...(quota === null ? [] : [`${quota} of ${source}`]),
    ...(credits === null ? [] : [`${credits} credits`]),
  ].join(" and ")
  const overage = overageUsed === null ? "" : ` It has used ${overageUsed} as overage.`
  const bound = most === null ? " Overage has no bound." : ` One call may cost up to ${most}.`
  return `The customer has ${parts} left.${overage}${bound}`
}
