import type { Identity } from "@keyward/client"
import { metaText } from "../../parts/fields/meta-editor.tsx"
import { WhyRefused } from "../../parts/incident/why-refused.tsx"
import { LatestVerifications } from "../../parts/log/latest-verifications.tsx"
import { TopKeys } from "../../parts/usage/top-usage.tsx"
import { UsageChart, useUsage } from "../../parts/usage/usage-chart.tsx"
import { refusals, useUsageGroups } from "../../parts/usage/usage-groups.ts"
import { UsageNotAllowed } from "../../parts/usage/usage-not-allowed.tsx"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Columns, Stack } from "../../ui/page.tsx"
import { CreditsCard } from "./credits-card.tsx"
import { PlanCard } from "./plan-card.tsx"
import { QuotaCard } from "./quota-card.tsx"

interface CustomerOverviewProps {
  readonly customer: Identity
  readonly onOpen: (tab: "verifications" | "incident") => void
}

/** The usage and the properties of a customer. */
export function CustomerOverview({ customer, onOpen }: CustomerOverviewProps) {
  const can = useCan()
  const meta = metaText(customer.meta)
  const mayReadUsage = can("api.*.read_usage") || can(`identity.${customer.id}.read_usage`)
  return (
    <>
      <Columns even>
        <QuotaCard customer={customer} />
        <Stack>
          <CreditsCard customer={customer} />
          <PlanCard customer={customer} />
        </Stack>
      </Columns>
      {mayReadUsage ? (
        <Chart customer={customer} onOpen={onOpen} />
      ) : (
        <UsageNotAllowed permission="identity.*.read_usage" />
      )}
      <Columns even>
        {mayReadUsage && <Keys customer={customer} />}
        <Stack>
          <Card title="Limits shared by all its keys">
            {customer.ratelimits.length === 0 ? (
              <p>None of its own. The limits of {customer.plan ? "its plan and of each key" : "each key"} apply.</p>
            ) : (
              <Facts
                facts={customer.ratelimits.map(({ name, limit, duration, autoApply }) => ({
                  name: visibleText(name),
                  value: `${formatWhole(limit)} ${formatPer(duration)}${autoApply ? "" : ", when a verification names it"}`,
                }))}
              />
            )}
          </Card>
          {meta !== "" && (
            <Card title="Metadata">
              <CodeBlock code={meta} what="metadata" />
            </Card>
          )}
        </Stack>
      </Columns>
    </>
  )
}

/** The outcomes, and each refusal with its reason. */
function Chart({ customer, onOpen }: CustomerOverviewProps) {
  const usage = useUsage({ identity: customer.id })
  const isRefused = usage.query.data?.groups.some(({ code, total }) => code !== "VALID" && total > 0) ?? false
  return (
    <>
      <UsageChart
        actions={<WhyRefused onOpen={() => onOpen("incident")} usage={usage} />}
        of={{ type: "customer", id: customer.id }}
        showsRefused
        usage={usage}
      />
      {isRefused && (
        <LatestVerifications
          filter={{ identity: customer.id, codes: refusals }}
          onOpenLog={() => onOpen("verifications")}
          title="Latest refusals"
        />
      )}
    </>
  )
}

function Keys({ customer }: { readonly customer: Identity }) {
  const usage = useUsageGroups("key", { identity: customer.id, limit: 8 })
  return <TopKeys none="No key of this customer was verified in this time" title="Top keys" usage={usage} />
}
