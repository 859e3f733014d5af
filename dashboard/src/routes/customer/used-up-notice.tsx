import type { Identity } from "@keyward/client"
import { isUsedUp } from "../../parts/customers/funds.ts"
import { utcDay } from "../../parts/customers/quota-words.ts"
import { Banner } from "../../ui/states.tsx"

/** Says that the keys of the customer are refused, and until when. */
export function UsedUpNotice({ customer }: { readonly customer: Identity }) {
  const { enabled, quota, credits } = customer
  if (!enabled || !isUsedUp(customer)) return null
  const what = quota === undefined ? "The credits are" : credits ? "The quota and all credits are" : "The quota is"
  const end = quota?.resets === undefined ? "" : `, or until the quota starts again on ${utcDay(quota.resets)}`
  return (
    <Banner>
      {what} used up. Verifications of its keys return USAGE_EXCEEDED until you top up the customer{end}.
    </Banner>
  )
}
