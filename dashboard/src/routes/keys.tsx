import { Link, useSearch } from "@tanstack/react-router"
import { usePageTitle } from "../page-title.ts"
import { useApis } from "../parts/api-names.ts"
import { useKeyList } from "../parts/key-list.ts"
import { statusNamed } from "../parts/key-status.tsx"
import { KeyTable } from "../parts/key-table.tsx"
import { useCan, useWorkspace } from "../session.ts"
import { Button, buttonClass } from "../ui/button.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput } from "../ui/field.tsx"
import { formatWhole } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Banner } from "../ui/states.tsx"
import { Toolbar } from "../ui/toolbar.tsx"
import { downloadKeys } from "./keys/key-csv.ts"
import { KeyFilters } from "./keys/key-filters.tsx"
import { useKeySearch } from "./keys/key-search.ts"

export default function KeysPage() {
  usePageTitle("Keys")
  const { api, status, customer, role, permission } = useSearch({ from: "/w/$workspaceId/keys" })
  const { text, setText, asked, isUnknownKey } = useKeySearch()
  const state = statusNamed(status)
  const filter = {
    ...(api !== undefined && { apiId: api }),
    ...(state !== undefined && { status: state }),
    ...(customer !== undefined && { externalId: customer }),
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
    ...(asked !== undefined && { search: asked }),
  }
  const list = useKeyList(filter)
  const { data: apis } = useApis()
  const keys = list.items ?? []
  const isEmpty = list.items?.length === 0 && text === "" && Object.keys(filter).length === 0
  return (
    <Page
      actions={
        !isEmpty && (
          <>
            <Button disabled={keys.length === 0} icon="download" onClick={() => downloadKeys(keys, apis, Date.now())}>
              Export CSV
            </Button>
            <CreateKeyLink apiId={api} />
          </>
        )
      }
      count={list.items && `${formatWhole(keys.length)}${list.hasNextPage ? "+" : ""}`}
      title="Keys"
    >
      {!isEmpty && (
        <Toolbar>
          <SearchInput
            label="Search keys"
            onChange={setText}
            placeholder="Name, id, beginning of a key, or paste a whole key"
            value={text}
          />
          <KeyFilters />
        </Toolbar>
      )}
      {isUnknownKey && (
        <Banner tone="info">
          No key of this workspace has exactly this secret. Below are keys whose name or id contains the text.
        </Banner>
      )}
      <KeyTable
        actions={<CreateKeyLink apiId={api} />}
        emptyText={
          <>
            A key lets one customer call one of your APIs. Your API verifies it with each request.
            <CodeBlock code='keyward keys create "$API_ID" --name Production' />
          </>
        }
        filter={filter}
      />
    </Page>
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
