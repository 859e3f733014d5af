import { Link } from "@tanstack/react-router"
import { TopCustomers, TopKeys } from "../../parts/usage/top-usage.tsx"
import type { useUsagePeriod } from "../../parts/usage/usage-period.ts"
import { useRead } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"

/** Rank lists are read less often than the chart: they change slowly and cost more. */
const everyMs = 15_000

interface TopCardsProps {
  readonly period: ReturnType<typeof useUsagePeriod>
  /** Whether the page has found a verification in this period. */
  readonly hasUsage: boolean
}

/** The keys and the customers with the most verifications, side by side. */
export function TopCards({ period, hasUsage }: TopCardsProps) {
  const { bounds, sumInterval: interval, every } = period
  const { workspaceId } = useWorkspace()
  const keys = useRead(
    // Asked again at the first verification, so that the chart does not contradict the lists.
    ["top-keys", bounds, interval, hasUsage],
    (client) => client.usage.getVerifications({ ...bounds, interval, groupBy: ["key", "identity"], limit: 6 }),
    every(everyMs),
  )
  const customers = useRead(
    ["top-customers", bounds, interval, hasUsage],
    (client) => client.usage.getVerifications({ ...bounds, interval, groupBy: ["identity"], limit: 6 }),
    every(everyMs),
  )
  return (
    <>
      <TopKeys
        actions={
          <Link params={{ workspaceId }} to="/w/$workspaceId/keys">
            All keys
          </Link>
        }
        none="No key was used in this period"
        title="Top keys"
        usage={keys}
      />
      <TopCustomers
        actions={
          <Link params={{ workspaceId }} to="/w/$workspaceId/customers">
            All customers
          </Link>
        }
        hint="Create keys with an external id, and the verifications of each customer are counted here."
        none="No customer in this time"
        title="Top customers"
        usage={customers}
      />
    </>
  )
}
