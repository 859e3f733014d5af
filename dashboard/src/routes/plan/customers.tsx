import type { Plan } from "@keyward/client"
import { CustomerTable } from "../../parts/customers/customer-table.tsx"
import { Failure } from "../../parts/failure.tsx"
import { useList } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { counted } from "../../ui/format.ts"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"

/** Who has the plan. */
export function PlanCustomers({ plan }: { readonly plan: Plan }) {
  const customers = useList(["customers-of-plan", plan.id], (client, page) =>
    client.identities.listIdentities({ plan: plan.id, countKeys: true, order: "created_desc", limit: 50, ...page }),
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = customers
  if (items === undefined) {
    return (
      <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={6} />}</Card>
    )
  }
  if (items.length === 0) {
    return (
      <Card>
        <Empty title="No customer has this plan">Choose the plan on the page of a customer.</Empty>
      </Card>
    )
  }
  return (
    <>
      <CustomerTable customers={items} hidesPlan isStale={customers.isPlaceholderData} />
      <MoreRows
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => fetchNextPage()}
        shown={counted(items.length, "customer")}
      />
    </>
  )
}
