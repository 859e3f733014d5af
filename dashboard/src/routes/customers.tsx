import type { Identity } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useAddress } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { CustomerStatusBadge } from "../parts/customer-status.tsx"
import { Failure } from "../parts/failure.tsx"
import { useSearchText } from "../parts/keys/search-text.ts"
import { CustomerLink } from "../parts/links.tsx"
import { Sparkline } from "../parts/usage/sparkline.tsx"
import { refusals } from "../parts/usage/usage-groups.ts"
import { useUsageOfEach } from "../parts/usage/usage-of-each.ts"
import { useUsagePeriod } from "../parts/usage/usage-period.ts"
import { useList } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { Count } from "../ui/count.tsx"
import { SearchInput, Select } from "../ui/field.tsx"
import { counted } from "../ui/format.ts"
import { Nothing } from "../ui/nothing.tsx"
import { Page } from "../ui/page.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { sumOf } from "../ui/sum.ts"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreateCustomerDialog } from "./customers/create-customer-dialog.tsx"

export default function CustomersPage() {
  usePageTitle("Customers")
  const { search, change } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const status = statuses.find(({ value }) => value === search.status)?.value ?? ""
  const filter = { search: query, ...(status !== "" && { enabled: status === "active" }) }
  const customers = useList(
    ["customers", filter],
    (client, page) => client.identities.listIdentities({ ...filter, order: "created_desc", limit: 50, ...page }),
    { everyMs: 15_000, isPrivate },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = customers
  const mayCreate = useCan()("identity.*.create_identity")
  const create = mayCreate && (
    <Button icon="plus" onClick={() => change({ create: "yes" })} variant="primary">
      Create customer
    </Button>
  )
  const isEmpty = items?.length === 0 && query === "" && status === ""
  return (
    <Page actions={!isEmpty && create} title="Customers">
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
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={8} />}</Card>
      ) : items.length === 0 ? (
        <Card>
          {isEmpty ? <NoCustomers actions={create} /> : <NoMatch isDisabled={status === "disabled" && query === ""} />}
        </Card>
      ) : (
        <>
          <CustomerTable customers={items} isStale={customers.isPlaceholderData} />
          <MoreRows
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => fetchNextPage()}
            shown={counted(items.length, "customer")}
          />
        </>
      )}
      {search.create === "yes" && mayCreate && <CreateCustomerDialog onClose={() => change({ create: "" })} />}
    </Page>
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

interface CustomerTableProps {
  readonly customers: readonly Identity[]
  readonly isStale: boolean
}

function CustomerTable({ customers, isStale }: CustomerTableProps) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const mayReadUsage = useCan()("api.*.read_usage")
  const ids = customers.map(({ id }) => id)
  const { bounds, interval, sumInterval } = useUsagePeriod()
  const { data: usage } = useUsageOfEach("identity", ids, { ...bounds, interval }, mayReadUsage)
  const { data: refused } = useUsageOfEach(
    "identity",
    ids,
    { ...bounds, interval: sumInterval, codes: refusals },
    mayReadUsage,
  )
  const usageColumns: readonly Column<Identity>[] = [
    {
      key: "chart",
      title: "Over time",
      isPlain: true,
      cell({ id }) {
        const counts = usage?.get(id)
        if (counts === undefined) return "–"
        return <Sparkline counts={counts} label={counted(sumOf(counts), "verification")} width={140} />
      },
    },
    {
      key: "total",
      title: "Verifications",
      align: "end",
      cell({ id }) {
        const counts = usage?.get(id)
        return counts === undefined ? "–" : <Count value={sumOf(counts)} />
      },
    },
    {
      key: "refused",
      title: "Refused",
      align: "end",
      cell({ id }) {
        const count = sumOf(refused?.get(id) ?? [])
        return count === 0 ? <Nothing /> : <Count value={count} />
      },
    },
  ]
  const columns: readonly Column<Identity>[] = [
    {
      key: "externalId",
      title: "Customer",
      role: "main",
      cell: ({ id, externalId }) => <CustomerLink id={id} name={externalId} />,
    },
    {
      key: "status",
      title: "Status",
      isPlain: true,
      cell: (customer) => <CustomerStatusBadge customer={customer} />,
    },
    ...(mayReadUsage ? usageColumns : []),
    { key: "limits", title: "Limits", align: "end", cell: ({ ratelimits }) => ratelimits.length || <Nothing /> },
    {
      key: "created",
      title: "Created",
      align: "end",
      isWideOnly: true,
      cell: ({ createdAt }) => <Ago time={createdAt} />,
    },
  ]
  return (
    <Table
      columns={columns}
      isStale={isStale}
      label="Customers"
      onOpen={({ id }) =>
        navigate({ to: "/w/$workspaceId/customers/$identityId", params: { workspaceId, identityId: id } })
      }
      rowKey={({ id }) => id}
      rows={customers}
    />
  )
}
