import type { Identity } from "@keyward/client"
import { Badge } from "../ui/badge.tsx"
import { isUsedUp } from "./customers/funds.ts"

type StatedCustomer = Pick<Identity, "enabled" | "quota" | "credits">

/** The state of a customer as a word with a colour. */
export function CustomerStatusBadge({ customer }: { readonly customer: StatedCustomer }) {
  if (!customer.enabled) return <Badge title="Every key of this customer is refused with DISABLED.">Disabled</Badge>
  if (isUsedUp(customer)) {
    return (
      <Badge title="Verifications of its keys that cost credits are refused with USAGE_EXCEEDED." tone="bad">
        Used up
      </Badge>
    )
  }
  return (
    <Badge title="Its keys are judged as usual." tone="good">
      Active
    </Badge>
  )
}
