import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useAddress } from "../address.ts"
import type { Matches } from "../client.ts"
import { usePageTitle } from "../page-title.ts"
import {
  type CustomerOrder,
  customerOrders,
  formatCustomerOrder,
  newestCustomers,
  parseCustomerOrder,
} from "../parts/customers/customer-order.ts"
import { CustomerTable } from "../parts/customers/customer-table.tsx"
import { Failure } from "../parts/failure.tsx"
import { useSearchText } from "../parts/keys/search-text.ts"
import { usePlans } from "../parts/plans/use-plans.ts"
import { useList } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Button, buttonClass } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput, Select } from "../ui/field.tsx"
import { counted, formatWhole, visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreateCustomerDialog } from "./customers/create-customer-dialog.tsx"

export default function CustomersPage() {
  usePageTitle("Customers")
  const { search, change } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const status = statuses.find(({ value }) => value === search.status)?.value ?? ""
  const plans = usePlans() ?? []
  const plan = search.plan ?? ""
  const filter = {
    search: query,
    ...(status !== "" && { enabled: status === "active" }),
    ...(plan !== "" && { plan }),
  }
  const order = parseCustomerOrder(search.sort)
  const sort = (next: CustomerOrder) => {
    const text = formatCustomerOrder(next)
    change({ sort: text === formatCustomerOrder(newestCustomers) ? "" : text })
  }
  const customers = useList(
    ["customers", filter, order],
    (client, page) =>
      client.identities.listIdentities({ ...filter, ...order, countKeys: true, count: true, limit: 50, ...page }),
    { everyMs: 15_000, isPrivate },
  )
  const { items, matches, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = customers
  const can = useCan()
  const mayCreate = can("identity.*.create_identity")
  const create = mayCreate && (
    <Button icon="plus" onClick={() => change({ create: "yes" })} variant="primary">
      Create customer
    </Button>
  )
  const isFiltered = query !== "" || status !== "" || plan !== ""
  const isEmpty = items?.length === 0 && !isFiltered
  return (
    <Page
      actions={
        !isEmpty && (
          <>
            <UsageLink />
            {create}
          </>
        )
      }
      count={matches && totalText(matches)}
      title="Customers"
    >
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search customers"
            onChange={setText}
            placeholder="Your id of the customer, or id_…"
            value={text}
          />
          <Select
            aria-label="Status"
            onChange={(chosen) => change({ status: chosen })}
            options={statuses}
            value={status}
          />
          {can("plan.*.read_plan") && (
            <Select
              aria-label="Plan"
              onChange={(chosen) => change({ plan: chosen })}
              options={[
                { value: "", label: "Any plan" },
                ...plans.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
              ]}
              value={plan}
            />
          )}
          <Select
            aria-label="Order"
            onChange={(value) => sort(parseCustomerOrder(value))}
            options={customerOrders}
            value={formatCustomerOrder(order)}
          />
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={8} />}</Card>
      ) : items.length === 0 ? (
        <Card>
          {isEmpty ? (
            <NoCustomers actions={create} />
          ) : (
            <NoMatch isDisabled={status === "disabled" && query === "" && plan === ""} />
          )}
        </Card>
      ) : (
        <>
          <CustomerTable customers={items} isStale={customers.isPlaceholderData} sorting={{ order, onChange: sort }} />
          <MoreRows
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => fetchNextPage()}
            shown={
              hasNextPage && matches
                ? `${formatWhole(items.length)} of ${totalText(matches)} customers`
                : counted(items.length, "customer")
            }
          />
        </>
      )}
      {search.create === "yes" && mayCreate && <CreateCustomerDialog onClose={() => change({ create: "" })} />}
    </Page>
  )
}

function totalText({ total, isAtLeast }: Matches): string {
  return `${formatWhole(total)}${isAtLeast ? "+" : ""}`
}

/** Who uses most is on the page of usage. */
function UsageLink() {
  const { workspaceId } = useWorkspace()
  if (!useCan()("api.*.read_usage")) return null
  return (
    <Link className={buttonClass()} params={{ workspaceId }} search={{ by: "identity" }} to="/w/$workspaceId/usage">
      By usage
    </Link>
  )
}

const statuses = [
  { value: "", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
] as const

function NoMatch({ isDisabled }: { readonly isDisabled: boolean }) {
  if (isDisabled) return <Empty title="No customer is disabled" />
  return <Empty title="No customer matches">Try a shorter search, or remove the filter.</Empty>
}

function NoCustomers({ actions }: { readonly actions: ReactNode }) {
  return (
    <Empty actions={actions} title="No customers yet">
      A customer is a user or company of yours that owns keys. Name it by your own id when you create a key, and its
      keys, limits and verifications come together here. Elsewhere in Keyward it is called an identity.
      <CodeBlock code="keyward identities create user_42" />
    </Empty>
  )
}
