import type { Identity } from "@keyward/client"
import { balanceIdFor } from "../../../../src/core/balance-id.ts"
import { BalanceChanges } from "../../parts/credits/balance-changes.tsx"
import { SpentCredits } from "../../parts/credits/spent-credits.tsx"
import { UsageNotAllowed } from "../../parts/usage/usage-not-allowed.tsx"
import { useUsagePeriod } from "../../parts/usage/usage-period.ts"
import { useCan } from "../../session.ts"
import { Columns, Stack } from "../../ui/page.tsx"
import { CreditsCard } from "./credits-card.tsx"
import { QuotaCard } from "./quota-card.tsx"

/** What the customer has, what it spent in the chosen time, and every change of its credits. */
export function CustomerBilling({ customer }: { readonly customer: Identity }) {
  const can = useCan()
  const { id, credits } = customer
  const mayReadUsage = can("api.*.read_usage") || can(`identity.${id}.read_usage`)
  return (
    <Stack>
      <Columns even>
        <QuotaCard customer={customer} />
        <CreditsCard customer={customer} />
      </Columns>
      {mayReadUsage ? <SpentByCustomer id={id} /> : <UsageNotAllowed permission="identity.*.read_usage" />}
      {can("event.*.read_event") && (
        <BalanceChanges remaining={credits?.remaining ?? 0} resourceId={balanceIdFor(id)} withoutCredits={0} />
      )}
    </Stack>
  )
}

function SpentByCustomer({ id }: { readonly id: string }) {
  const { bounds, interval, every } = useUsagePeriod()
  return (
    <SpentCredits
      canZoom
      everyMs={every(5_000).everyMs}
      of={{ type: "customer", id }}
      title="Charged to this customer"
      usage={{ identity: id, ...bounds, interval }}
      when="charged in this time, from quota, credits and overage."
    />
  )
}
