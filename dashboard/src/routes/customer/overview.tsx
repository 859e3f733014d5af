import type { Identity } from "@keyward/client"
import { metaText } from "../../parts/meta-editor.tsx"
import { TopKeys } from "../../parts/top-usage.tsx"
import { UsageChart, useUsage } from "../../parts/usage-chart.tsx"
import { useUsageGroups } from "../../parts/usage-groups.ts"
import { Card } from "../../ui/card.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Facts } from "../../ui/facts.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { Columns, Stack } from "../../ui/page.tsx"
import { Empty } from "../../ui/states.tsx"

/** What the keys of the customer did, and what is known about it. */
export function CustomerOverview({ customer }: { readonly customer: Identity }) {
  const usage = useUsage({ identity: customer.id })
  const keys = useUsageGroups("key", { identity: customer.id, limit: 8 })
  const meta = metaText(customer.meta)
  return (
    <>
      <UsageChart usage={usage} />
      <Columns even>
        <TopKeys none="No key of this customer was verified in this time" title="Top keys" usage={keys} />
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
