import type { Identity } from "@keyward/client"
import { Badge } from "../ui/badge.tsx"

/** The state of a customer as a word with a colour. */
export function CustomerStatusBadge({ customer }: { readonly customer: Pick<Identity, "enabled"> }) {
  return customer.enabled ? (
    <Badge title="Its keys are judged as usual." tone="good">
      Active
    </Badge>
  ) : (
    <Badge title="Every key of this customer is refused with DISABLED.">Disabled</Badge>
  )
}
