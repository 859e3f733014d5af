import type { Namespace } from "@keyward/client"
import { Link, useNavigate } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { Failure } from "../parts/failure.tsx"
import { useSearchText } from "../parts/keys/search-text.ts"
import { useList } from "../queries.ts"
import { useWorkspace } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput } from "../ui/field.tsx"
import { counted, visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { type Column, Table } from "../ui/table.tsx"
import { Ago } from "../ui/time.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { Checks, DeniedShare } from "./ratelimits/namespace-usage.tsx"
import { limitSample } from "./ratelimits/sample.ts"

/** Each row asks for its own numbers, so a page has few. */
const rowsPerPage = 25

export default function RatelimitsPage() {
  usePageTitle("Rate limits")
  const { text, setText, query, isPrivate } = useSearchText()
  const namespaces = useList(
    ["namespaces", query],
    (client, page) => client.ratelimit.listNamespaces({ search: query, limit: rowsPerPage, ...page }),
    { isPrivate },
  )
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = namespaces
  const isEmpty = items?.length === 0 && query === ""
  return (
    <Page title="Rate limits">
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search namespaces"
            onChange={setText}
            placeholder="Name or id of a namespace"
            value={text}
          />
        </Toolbar>
      )}
      {items === undefined ? (
        <Card isFlush>{error ? <Failure error={error} onRetry={() => refetch()} /> : <SkeletonLines count={6} />}</Card>
      ) : items.length === 0 ? (
        <Card>{isEmpty ? <NoNamespaces /> : <Empty title="No namespace has this name or id" />}</Card>
      ) : (
        <>
          <Namespaces isStale={namespaces.isPlaceholderData} namespaces={items} />
          <MoreRows
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => fetchNextPage()}
            shown={counted(items.length, "namespace")}
          />
          <Card title="Check a limit from your service">
            <CodeBlock code={limitSample(items[0]?.name ?? "emails")} />
          </Card>
        </>
      )}
    </Page>
  )
}

function NoNamespaces() {
  return (
    <Empty title="No rate limit was checked yet">
      Limit anything by any identifier, with or without a key: emails per user, uploads per address. The first check
      creates its namespace.
      <CodeBlock code={limitSample("emails")} />
    </Empty>
  )
}

interface NamespacesProps {
  readonly namespaces: readonly Namespace[]
  readonly isStale: boolean
}

function Namespaces({ namespaces, isStale }: NamespacesProps) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const columns: readonly Column<Namespace>[] = [
    {
      key: "name",
      title: "Namespace",
      role: "main",
      cell: ({ id, name }) => (
        <Link params={{ workspaceId, namespaceId: id }} to="/w/$workspaceId/ratelimits/$namespaceId">
          {visibleText(name)}
        </Link>
      ),
    },
    { key: "chart", title: "Over time", cell: ({ id }) => <Checks namespaceId={id} shows="chart" /> },
    { key: "passed", title: "Passed", align: "end", cell: ({ id }) => <Checks namespaceId={id} shows="passed" /> },
    { key: "denied", title: "Denied", align: "end", cell: ({ id }) => <Checks namespaceId={id} shows="denied" /> },
    { key: "share", title: "Denied share", align: "end", cell: ({ id }) => <DeniedShare namespaceId={id} /> },
    { key: "created", title: "Created", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
  ]
  return (
    <Table
      columns={columns}
      isStale={isStale}
      label="Namespaces"
      onOpen={({ id }) =>
        navigate({ to: "/w/$workspaceId/ratelimits/$namespaceId", params: { workspaceId, namespaceId: id } })
      }
      rowKey={({ id }) => id}
      rows={namespaces}
    />
  )
}
