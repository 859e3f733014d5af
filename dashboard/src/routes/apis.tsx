import type { Api } from "@keyward/client"
import { useAddress } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { Failure } from "../parts/failure.tsx"
import { useKeyCounts } from "../parts/keys/key-counts.ts"
import { useSearchText } from "../parts/keys/search-text.ts"
import { refusals, useUsageGroups } from "../parts/usage/usage-groups.ts"
import { useList } from "../queries.ts"
import { useCan } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput } from "../ui/field.tsx"
import { Page } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { ApiCard, ApiCards, ApiCardsSkeleton } from "./apis/api-card.tsx"
import { CreateApiDialog } from "./apis/create-api-dialog.tsx"

export default function ApisPage() {
  usePageTitle("APIs")
  const can = useCan()
  const { search, change } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const apis = useList(["apis", query], (client, page) => client.apis.listApis({ search: query, limit: 60, ...page }), {
    isPrivate,
  })
  const create = () => change({ create: "yes" })
  const mayCreate = can("api.*.create_api")
  const isEmpty = apis.items?.length === 0 && query === ""
  return (
    <Page
      actions={
        mayCreate &&
        !isEmpty && (
          <Button icon="plus" onClick={create} variant="primary">
            Create API
          </Button>
        )
      }
      title="APIs"
    >
      {!isEmpty && (
        <Toolbar>
          <SearchInput label="Search APIs" onChange={setText} placeholder="Name or id" value={text} />
        </Toolbar>
      )}
      {apis.items ? (
        <Apis apis={apis.items} isEmpty={isEmpty} onCreate={mayCreate ? create : undefined} />
      ) : apis.error ? (
        <Failure error={apis.error} onRetry={() => apis.refetch()} />
      ) : (
        <ApiCardsSkeleton />
      )}
      {apis.hasNextPage && (
        <MoreRows
          hasMore
          isLoading={apis.isFetchingNextPage}
          onMore={() => apis.fetchNextPage()}
          shown={`${apis.items?.length ?? 0} APIs`}
        />
      )}
      <CreateApiDialog isOpen={search.create === "yes" && mayCreate} onClose={() => change({ create: "" })} />
    </Page>
  )
}

interface ApisProps {
  readonly apis: readonly Api[]
  readonly isEmpty: boolean
  readonly onCreate: (() => void) | undefined
}

function Apis({ apis, isEmpty, onCreate }: ApisProps) {
  const mayReadUsage = useCan()("api.*.read_usage")
  const all = useUsageGroups("api", { limit: 100 }, mayReadUsage)
  const refused = useUsageGroups("api", { limit: 100, codes: refusals }, mayReadUsage)
  const keysOf = useKeyCounts()
  if (isEmpty) {
    return (
      <Card>
        <Empty
          actions={
            onCreate && (
              <Button onClick={onCreate} variant="primary">
                Create API
              </Button>
            )
          }
          title="No API yet"
        >
          An API is a group of keys that one of your services accepts. Most teams have one per service and environment.
          <CodeBlock code='keyward apis create "Payments API"' />
        </Empty>
      </Card>
    )
  }
  if (apis.length === 0) return <Empty title="No API has this name or id" />
  return (
    <ApiCards>
      {apis.map((api) => (
        <ApiCard
          all={all.data}
          api={api}
          hasUsage={mayReadUsage}
          key={api.id}
          keys={keysOf(api.id)}
          refused={refused.data?.groups.find(({ apiId }) => apiId === api.id)?.total ?? 0}
        />
      ))}
    </ApiCards>
  )
}
