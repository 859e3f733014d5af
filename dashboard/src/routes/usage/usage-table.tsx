import type { UsageEntry } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { shareOf, type Used, usedRowName } from "../../../../src/core/usage-rows.ts"
import { ApiLink, CustomerLink, KeyLink } from "../../parts/links.tsx"
import { useWorkspace } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { formatPercent, formatWhole, visibleText } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import css from "./usage.module.css"
import { type UsageOrder, usageOrderAfterClick } from "./usage-order.ts"
import type { UsageQuestion } from "./use-usage-rows.ts"

export const things = { key: "key", identity: "customer", api: "API", tag: "tag" } as const
type Kind = "credits" | "verifications"

interface UsageTableProps {
  readonly question: UsageQuestion
  readonly rows: readonly UsageEntry[]
  readonly total: Used | undefined
  readonly isStale: boolean
  readonly nameOfApi: (apiId: string) => string
  readonly onSort: (order: UsageOrder) => void
}

/** What each used, its part of everything, and how that differs from the time before. */
export function UsageTable({ question, rows, total, isStale, nameOfApi, onSort }: UsageTableProps) {
  const { dimension, order } = question
  const columns: readonly Column<UsageEntry>[] = [
    {
      key: "name",
      title: titles[dimension],
      role: "main",
      share: dimension === "key" ? 24 : 30,
      cell: (row) => <Name dimension={dimension} row={row} />,
    },
    ...(dimension === "key" ? [customerColumn, apiColumn(nameOfApi)] : []),
    amountColumn("credits", "Credits"),
    ...detailColumns("credits", { total, order }),
    amountColumn("verifications", "Verifications"),
    ...detailColumns("verifications", { total, order }),
  ]
  return (
    <Table
      columns={columns}
      isStale={isStale}
      isSticky
      label="Usage"
      rowKey={(row) => row.keyId ?? row.identity?.id ?? row.apiId ?? (row.folded ? "folded" : `tag ${row.tag ?? ""}`)}
      rows={rows}
      sorting={{
        by: order.sort,
        isDescending: order.order === "desc",
        onSort: (by) => onSort(usageOrderAfterClick(order, by)),
      }}
    />
  )
}

const titles = { key: "Key", identity: "Customer", api: "API", tag: "Tag" } as const

function Name({ row, dimension }: { readonly row: UsageEntry; readonly dimension: UsageQuestion["dimension"] }) {
  const { deleted } = row
  return (
    <span className={css.name}>
      <Linked dimension={dimension} row={row} />
      {deleted && <Badge>Deleted</Badge>}
    </span>
  )
}

function Linked({ row, dimension }: { readonly row: UsageEntry; readonly dimension: UsageQuestion["dimension"] }) {
  const { keyId, identity, apiId, tag } = row
  const name = usedRowName(row, dimension)
  if (dimension === "key" && keyId !== undefined) return <KeyLink id={keyId} name={name} />
  if (dimension === "identity" && identity !== undefined) return <CustomerLink id={identity.id} name={name} />
  if (dimension === "api" && apiId !== undefined) return <ApiLink id={apiId} name={name} />
  if (dimension === "tag") return tag === undefined ? <Unnamed>{name}</Unnamed> : <TagLink tag={tag} />
  return dimension === "identity" ? <Unnamed>{name}</Unnamed> : <UnknownKeys />
}

function Unnamed({ children }: { readonly children: string }) {
  return <span className={css.muted}>{children}</span>
}

/** Where they come from is in the log. */
function UnknownKeys() {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId }} search={{ code: "NOT_FOUND" }} to="/w/$workspaceId/verifications">
      Unknown keys
    </Link>
  )
}

function TagLink({ tag }: { readonly tag: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId }} search={{ tag }} to="/w/$workspaceId/verifications">
      {visibleText(tag)}
    </Link>
  )
}

const customerColumn: Column<UsageEntry> = {
  key: "customer",
  title: "Customer",
  share: 14,
  cell: ({ identity }) =>
    identity === undefined ? <Nothing /> : <CustomerLink id={identity.id} name={identity.externalId} />,
}

function apiColumn(nameOfApi: (apiId: string) => string): Column<UsageEntry> {
  return {
    key: "api",
    title: "API",
    share: 13,
    isWideOnly: true,
    cell: ({ apiId }) => (apiId === undefined ? <Nothing /> : visibleText(nameOfApi(apiId))),
  }
}

function amountColumn(kind: Kind, title: string): Column<UsageEntry> {
  return { key: kind, title, align: "end", sort: kind, cell: (row) => formatWhole(row[kind]) }
}

interface Details {
  readonly total: Used | undefined
  readonly order: UsageOrder
}

/** On a phone, only those of what the list is sorted by. */
function detailColumns(kind: Kind, { total, order }: Details): readonly Column<UsageEntry>[] {
  const isWideOnly = !order.sort.startsWith(kind)
  return [shareColumn(kind, total), changeColumn(kind)].map((column) => ({ ...column, isWideOnly }))
}

function shareColumn(kind: Kind, total: Used | undefined): Column<UsageEntry> {
  return {
    key: `${kind}Share`,
    title: "Share",
    align: "end",
    cell(row) {
      const share = shareOf(row[kind], total?.[kind] ?? 0)
      if (total === undefined) return "–"
      return (
        <span className={css.share}>
          <span aria-hidden="true" className={css.track}>
            <span className={css.bar} style={{ width: `${Math.min(share, 1) * 100}%` }} />
          </span>
          {row[kind] === 0 ? <Nothing /> : formatPercent(share)}
        </span>
      )
    },
  }
}

function changeColumn(kind: Kind): Column<UsageEntry> {
  return {
    key: `${kind}Change`,
    title: "Change",
    align: "end",
    sort: `${kind}Change`,
    cell: ({ previous, ...row }) => (previous === undefined ? <Nothing /> : changeOf(previous[kind], row[kind])),
  }
}

/** "+12.5 %" with both numbers on hover. */
function changeOf(from: number, to: number): ReactNode {
  if (from === 0) return to === 0 ? <Nothing /> : <span title="None in the previous period">new</span>
  if (to === from) return <Nothing />
  const part = (to - from) / from
  const text =
    to >= from * 10
      ? `× ${formatWhole(Math.round(to / from))}`
      : `${part > 0 ? "+" : "−"}${formatPercent(Math.abs(part))}`
  return <span title={`${formatWhole(from)} in the previous period`}>{text}</span>
}
