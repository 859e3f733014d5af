import type { Identity } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useCan, useWorkspace } from "../../session.ts"
import { Count } from "../../ui/count.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { Skeleton } from "../../ui/states.tsx"
import { sumOf } from "../../ui/sum.ts"
import { type Column, type Sorting, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import { CustomerStatusBadge } from "../customer-status.tsx"
import { CustomerLink, PlanLink } from "../links.tsx"
import { Sparkline } from "../usage/sparkline.tsx"
import { refusals } from "../usage/usage-groups.ts"
import { useUsageOfEach } from "../usage/usage-of-each.ts"
import { useUsagePeriod } from "../usage/usage-period.ts"
import { type CustomerOrder, customerOrderAfterClick } from "./customer-order.ts"

interface CustomerTableProps {
  readonly customers: readonly Identity[]
  readonly isStale: boolean
  /** On the page of a plan, its name says nothing. */
  readonly hidesPlan?: boolean
  /** The order, and what the titles of the columns do. */
  readonly sorting?: { readonly order: CustomerOrder; readonly onChange: (order: CustomerOrder) => void }
}

/** Customers with their status, plan and verifications. */
export function CustomerTable({ customers, isStale, hidesPlan = false, sorting }: CustomerTableProps) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const usageColumns = useUsageColumns(customers)
  const columns: readonly Column<Identity>[] = [
    {
      key: "externalId",
      title: "Customer",
      role: "main",
      sort: "name",
      cell: ({ id, externalId }) => <CustomerLink id={id} name={externalId} />,
    },
    {
      key: "status",
      title: "Status",
      isPlain: true,
      cell: (customer) => <CustomerStatusBadge customer={customer} />,
    },
    ...(hidesPlan ? [] : [planColumn]),
    { key: "keys", title: "Keys", align: "end", sort: "keys", cell: ({ keys }) => <KeyCount keys={keys} /> },
    ...usageColumns,
    { key: "limits", title: "Limits", align: "end", cell: ({ ratelimits }) => ratelimits.length || <Nothing /> },
    {
      key: "created",
      title: "Created",
      align: "end",
      isWideOnly: true,
      sort: "created",
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
      sorting={sorting && sortingOf(sorting)}
    />
  )
}

function sortingOf({ order, onChange }: NonNullable<CustomerTableProps["sorting"]>): Sorting {
  return {
    by: order.sort,
    isDescending: order.order === "desc",
    onSort: (by) => onChange(customerOrderAfterClick(order, by)),
  }
}

const planColumn: Column<Identity> = {
  key: "plan",
  title: "Plan",
  cell: ({ plan }) => (plan ? <PlanLink id={plan.id} name={plan.name} /> : <Nothing />),
}

/** The server counts no further than this. */
const countedAtMost = 1_000

function KeyCount({ keys }: { readonly keys: number | undefined }) {
  if (keys === undefined || keys === 0) return <Nothing />
  return keys < countedAtMost ? formatWhole(keys) : <span title="1,000 or more">1,000+</span>
}

/** None for a person who may not read usage. */
function useUsageColumns(customers: readonly Identity[]): readonly Column<Identity>[] {
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
  if (!mayReadUsage) return []
  return [
    {
      key: "chart",
      title: "Over time",
      isPlain: true,
      cell({ id }) {
        const counts = usage?.get(id)
        if (counts === undefined) return <Skeleton height={22} width={140} />
        return <Sparkline counts={counts} label={counted(sumOf(counts), "verification")} width={140} />
      },
    },
    {
      key: "total",
      title: "Verifications",
      align: "end",
      cell({ id }) {
        const counts = usage?.get(id)
        return counts === undefined ? <Skeleton width={32} /> : <Count value={sumOf(counts)} />
      },
    },
    {
      key: "refused",
      title: "Refused",
      align: "end",
      cell({ id }) {
        const counts = refused?.get(id)
        return counts === undefined ? <Skeleton width={16} /> : <Count value={sumOf(counts)} />
      },
    },
  ]
}
