import type { Key } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useCan, useWorkspace } from "../../session.ts"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, formatWhole, visibleText } from "../../ui/format.ts"
import { Nothing } from "../../ui/nothing.tsx"
import { Empty, SkeletonLines } from "../../ui/states.tsx"
import { sumOf } from "../../ui/sum.ts"
import { type Column, type Sorting, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import { MoreRows } from "../../ui/toolbar.tsx"
import { useRowKeys } from "../../ui/use-row-keys.ts"
import { nameOfApi, useApis } from "../api-names.ts"
import { Failure } from "../failure.tsx"
import { ApiLink, CustomerLink, KeyLink } from "../links.tsx"
import { Sparkline } from "../usage/sparkline.tsx"
import { KeyBulkBar } from "./key-bulk-bar.tsx"
import { type KeyFilter, useKeyActivity, useKeyList } from "./key-list.ts"
import { KeyRowMenu } from "./key-row-menu.tsx"
import { useKeySelection } from "./key-selection.ts"
import { type KeyOrder, orderAfterClick } from "./key-sorting.ts"
import { KeyStatusBadge } from "./key-status.tsx"
import css from "./key-table.module.css"

interface KeyTableProps {
  readonly filter?: KeyFilter
  /** The order, and what the titles of the columns do. Without it, the newest come first. */
  readonly sorting?: { readonly order: KeyOrder; readonly onChange: (order: KeyOrder) => void }
  /** Columns that the page makes unnecessary. */
  readonly hides?: readonly ("customer" | "api")[]
  /** An action if there is no key yet, such as a button to create one. */
  readonly actions?: ReactNode
  /** A text if there is no key yet. */
  readonly emptyText?: ReactNode
}

/** Keys, with what they did in the last 24 hours and what can be done to one or many. */
export function KeyTable({ filter = {}, hides = [], actions, emptyText, sorting }: KeyTableProps) {
  const list = useKeyList(filter, sorting?.order)
  const selection = useKeySelection(filter, list)
  const columns = useColumns(list.items ?? [], hides)
  const navigate = useNavigate()
  const can = useCan()
  const { workspaceId } = useWorkspace()
  const open = ({ keyId }: Key) => navigate({ to: "/w/$workspaceId/keys/$keyId", params: { workspaceId, keyId } })
  const canSelect = can("api.*.update_key") || can("api.*.delete_key")
  const activeKey = useRowKeys({
    rows: list.items ?? [],
    rowKey: ({ keyId }) => keyId,
    onOpen: open,
    onMark: canSelect ? selection.toggle : undefined,
  })
  if (list.items === undefined) {
    return (
      <Card isFlush>
        {list.error ? <Failure error={list.error} onRetry={() => list.refetch()} /> : <SkeletonLines count={8} />}
      </Card>
    )
  }
  if (list.items.length === 0) {
    return (
      <Card>
        <NoKeys actions={actions} filter={filter} text={emptyText} />
      </Card>
    )
  }
  const keys = list.items
  return (
    <>
      <Table
        activeKey={activeKey}
        columns={columns}
        isStale={list.isPlaceholderData}
        isSticky
        label="Keys"
        onOpen={open}
        rowKey={({ keyId }) => keyId}
        rowName={({ name, start }) => visibleText(name ?? `${start}…`)}
        rows={keys}
        sorting={sorting && sortingOf(sorting)}
        {...(canSelect && { selection })}
      />
      <MoreRows
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => list.fetchNextPage()}
        shown={list.hasNextPage ? `${formatWhole(keys.length)} of ${totalOf(list)}` : counted(keys.length, "key")}
      />
      <KeyBulkBar selection={selection} />
    </>
  )
}

function sortingOf({ order, onChange }: NonNullable<KeyTableProps["sorting"]>): Sorting {
  return {
    by: order.sort,
    isDescending: order.order === "desc",
    onSort: (by) => onChange(orderAfterClick(order, by)),
  }
}

function totalOf({ matches }: Pick<ReturnType<typeof useKeyList>, "matches">): string {
  if (matches === undefined) return "many keys"
  return matches.isAtLeast ? `more than ${formatWhole(matches.total)} keys` : counted(matches.total, "key")
}

function NoKeys({ filter, text, actions }: { filter: KeyFilter; text: ReactNode; actions: ReactNode }) {
  // The pages of an API and of a customer list all keys by `apiId` and `identityId`, which are no filters there.
  const { search, status, role, permission, externalId } = filter
  const isNarrowed = [search, status, role, permission, externalId].some((value) => value !== undefined)
  if (isNarrowed) return <Empty title="No key matches">Try a shorter search, or remove a filter.</Empty>
  return (
    <Empty actions={actions} title="No keys yet">
      {text ?? "A key lets one customer call one of your APIs. Your API verifies it with each request."}
    </Empty>
  )
}

function useColumns(keys: readonly Key[], hides: readonly ("customer" | "api")[]): readonly Column<Key>[] {
  const { data: apis } = useApis()
  const { data: activity } = useKeyActivity(keys)
  const columns: readonly Column<Key>[] = [
    {
      key: "name",
      title: "Name",
      role: "main",
      sort: "name",
      cell: ({ keyId, name, start }) => (
        <span className={css.name} title={name === undefined ? undefined : visibleText(name)}>
          <KeyLink id={keyId} name={name ?? `${start}…`} />
        </span>
      ),
    },
    { key: "key", title: "Key", isPlain: true, cell: ({ start }) => <Mono>{`${visibleText(start)}…`}</Mono> },
    {
      key: "customer",
      title: "Customer",
      isPlain: true,
      cell: ({ identity }) =>
        identity ? (
          <span className={css.owner} title={visibleText(identity.externalId)}>
            <CustomerLink id={identity.id} name={identity.externalId} />
          </span>
        ) : (
          <Nothing meaning="No customer" />
        ),
    },
    {
      key: "api",
      title: "API",
      isPlain: true,
      cell: ({ apiId }) => (
        <span className={css.owner} title={visibleText(nameOfApi(apis, apiId))}>
          <ApiLink id={apiId} name={nameOfApi(apis, apiId)} />
        </span>
      ),
    },
    { key: "status", title: "Status", isPlain: true, cell: (key) => <KeyStatusBadge apiKey={key} /> },
    {
      key: "activity",
      title: "24 hours",
      isWideOnly: true,
      cell: ({ keyId }) => <Activity counts={activity?.get(keyId)} />,
    },
    {
      key: "used",
      title: "Last used",
      align: "end",
      sort: "lastUsed",
      cell: ({ lastUsedAt }) => <Ago time={lastUsedAt} />,
    },
    { key: "credits", title: "Credits", align: "end", sort: "credits", cell: (key) => <CreditsLeft apiKey={key} /> },
    {
      key: "expires",
      title: "Expires",
      align: "end",
      sort: "expires",
      cell: ({ expires }) => (expires === undefined ? <Nothing text="never" /> : <Ago time={expires} />),
    },
    { key: "menu", title: "Actions", role: "menu", cell: (key) => <KeyRowMenu apiKey={key} /> },
  ]
  return columns.filter(({ key }) => !hides.some((hidden) => hidden === key))
}

function Activity({ counts }: { readonly counts: readonly number[] | undefined }) {
  const hours = counts ?? Array.from({ length: 24 }, () => 0)
  const total = sumOf(hours)
  return <Sparkline counts={hours} label={`${counted(total, "verification")} in 24 hours`} width={84} />
}

function CreditsLeft({ apiKey: { credits } }: { readonly apiKey: Key }) {
  const remaining = credits?.remaining
  return remaining === undefined || remaining === null ? (
    <Nothing meaning="Unlimited" text="∞" />
  ) : (
    <Count value={remaining} />
  )
}
