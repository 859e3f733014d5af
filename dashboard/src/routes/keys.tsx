import type { Key } from "@keyward/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { useApis } from "../parts/api-names.ts"
import { type KeyFilter, useKeyList } from "../parts/keys/key-list.ts"
import { formatOrder, type KeyOrder, keyOrders, newestFirst, parseOrder } from "../parts/keys/key-sorting.ts"
import { statusNamed } from "../parts/keys/key-status.tsx"
import { KeyTable } from "../parts/keys/key-table.tsx"
import { UndoBanner } from "../parts/keys/undo-banner.tsx"
import { useExport } from "../parts/use-export.ts"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Button, buttonClass } from "../ui/button.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput, Select } from "../ui/field.tsx"
import { formatWhole } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Banner } from "../ui/states.tsx"
import { Toolbar } from "../ui/toolbar.tsx"
import { downloadKeys } from "./keys/key-csv.ts"
import { KeyFilters } from "./keys/key-filters.tsx"
import { useKeySearch } from "./keys/key-search.ts"
import { KeyViewsMenu } from "./keys/key-views-menu.tsx"

export default function KeysPage() {
  usePageTitle("Keys")
  const { api, status, customer, role, permission, sort } = useSearch({ from: "/w/$workspaceId/keys" })
  const { text, setText, query, sought } = useKeySearch()
  const state = statusNamed(status)
  const filter = {
    ...(api !== undefined && { apiId: api }),
    ...(state !== undefined && { status: state }),
    ...(customer !== undefined && { externalId: customer }),
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
    ...(query !== undefined && { search: query }),
  }
  const sorting = useSorting(parseOrder(sort))
  const list = useKeyList(filter, sorting.order)
  const count = useKeyCount(filter, list)
  const keys = list.items ?? []
  const isEmpty = list.items?.length === 0 && text === "" && Object.keys(filter).length === 0
  return (
    <Page
      actions={
        !isEmpty && (
          <>
            <ExportKeys filter={filter} isEmpty={keys.length === 0} />
            <CreateKeyLink apiId={api} />
          </>
        )
      }
      count={count}
      title="Keys"
    >
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search keys"
            onChange={setText}
            placeholder="Name, id or beginning of a key"
            value={text}
          />
          <KeyFilters />
          <Select
            aria-label="Order"
            onChange={(value) => sorting.onChange(parseOrder(value))}
            options={keyOrders}
            value={formatOrder(sorting.order)}
          />
          <KeyViewsMenu />
        </Toolbar>
      )}
      {sought !== undefined && (
        <Banner tone={sought.type === "none" ? "info" : "bad"}>
          {sought.type === "none" ? "No key of this workspace has exactly this secret." : sought.message} Below are keys
          whose name or id contains the text, or its beginning if it looks like a key.
        </Banner>
      )}
      <UndoBanner />
      <KeyTable
        actions={<CreateKeyLink apiId={api} />}
        emptyText={
          <>
            A key lets one customer call one of your APIs. Your API verifies it with each request.
            <CodeBlock code='keyward keys create "$API_ID" --name Production' />
          </>
        }
        filter={filter}
        sorting={sorting}
      />
    </Page>
  )
}

/** The order in the address. The usual one is not written there. */
function useSorting(order: KeyOrder) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const onChange = (next: KeyOrder) => {
    const isUsual = formatOrder(next) === formatOrder(newestFirst)
    navigate({
      to: "/w/$workspaceId/keys",
      params: { workspaceId },
      search: ({ sort: _, ...rest }) => (isUsual ? rest : { ...rest, sort: formatOrder(next) }),
    })
  }
  return { order, onChange }
}

/** How many match. Above 10,000 the list does not count, but the workspace knows how many keys it has. */
function useKeyCount(filter: KeyFilter, { matches }: ReturnType<typeof useKeyList>): string | undefined {
  const isWhole = Object.keys(filter).length === 0
  const { data } = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), {
    isEnabled: useCan()("workspace.*.read_workspace") && matches?.isAtLeast === true && isWhole,
  })
  if (matches === undefined) return undefined
  if (!matches.isAtLeast) return formatWhole(matches.total)
  return isWhole && data !== undefined ? formatWhole(data.counts.keys) : `${formatWhole(matches.total)}+`
}

function ExportKeys({ filter, isEmpty }: { readonly filter: KeyFilter; readonly isEmpty: boolean }) {
  const { data: apis } = useApis()
  const { run, stop, count } = useExport<Key>({
    thing: "key",
    command: "keyward keys list --all --csv",
    page: (client, cursor, options) =>
      client.keys.listKeys({ ...filter, ...cursor, limit: 100, order: "created_desc" }, options),
  })
  if (count !== undefined) return <Button onClick={stop}>Exporting {formatWhole(count)} … Stop</Button>
  return (
    <Button disabled={isEmpty} icon="download" onClick={() => run((keys) => downloadKeys(keys, apis, Date.now()))}>
      Export CSV
    </Button>
  )
}

function CreateKeyLink({ apiId }: { readonly apiId: string | undefined }) {
  const can = useCan()
  const { workspaceId } = useWorkspace()
  if (!can(`api.${apiId ?? "*"}.create_key`)) return null
  return (
    <Link
      className={buttonClass("primary")}
      params={{ workspaceId }}
      search={apiId === undefined ? {} : { api: apiId }}
      to="/w/$workspaceId/keys/new"
    >
      Create key
    </Link>
  )
}
