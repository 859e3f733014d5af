import type { Identity } from "@keyward/client"
import { metaText } from "../../parts/meta-editor.tsx"
import { TopKeys } from "../../parts/top-usage.tsx"
import { UsageChart, useUsage } from "../../parts/usage-chart.tsx"
import { useUsageGroups } from "../../parts/usage-groups.ts"
import { UsageNotAllowed } from "../../parts/usage-not-allowed.tsx"
import { useCan } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Columns, Stack } from "../../ui/page.tsx"
import { Empty } from "../../ui/states.tsx"

/** What the keys of the customer did, and what is known about it. */
export function CustomerOverview({ customer }: { readonly customer: Identity }) {
  const can = useCan()
  const meta = metaText(customer.meta)
  const mayReadUsage = can("api.*.read_usage") || can(`identity.${customer.id}.read_usage`)
  return (
    <>
      {mayReadUsage ? <Chart customer={customer} /> : <UsageNotAllowed permission="identity.*.read_usage" />}
      <Columns even>
        {mayReadUsage && <Keys customer={customer} />}
        <Stack>
          <Card title="Limits shared by all its keys">
            {customer.ratelimits.length === 0 ? (
              <Empty title="No limits">Only the limits of each key apply.</Empty>
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

function Chart({ customer }: { readonly customer: Identity }) {
  const usage = useUsage({ identity: customer.id })
  return <UsageChart changesOf={customer.id} usage={usage} />
}

function Keys({ customer }: { readonly customer: Identity }) {
  const usage = useUsageGroups("key", { identity: customer.id, limit: 8 })
  return <TopKeys none="No key of this customer was verified in this time" title="Top keys" usage={usage} />
}
