import { useState } from "react"
import { usePageTitle } from "../page-title.ts"
import { useSearchText } from "../parts/keys/search-text.ts"
import { Load } from "../parts/load.tsx"
import { useList } from "../queries.ts"
import { useCan } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput } from "../ui/field.tsx"
import { counted } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { Table } from "../ui/table.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreateRootKey } from "./root-keys/create-root-key.tsx"
import { DeleteRootKey } from "./root-keys/delete-root-key.tsx"
import { EditRootKey } from "./root-keys/edit-root-key.tsx"
import { RerollRootKey } from "./root-keys/reroll-root-key.tsx"
import { type RootKeyTask, useRootKeyColumns } from "./root-keys/root-key-columns.tsx"

/** The keys with which programs manage this workspace. */
export default function RootKeysPage() {
  usePageTitle("Root keys")
  const { text, setText, query: typed, isPrivate } = useSearchText()
  const query = startOf(typed)
  const can = useCan()
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<RootKeyTask>()
  const list = useList(
    ["root-keys", query],
    (client, cursor) => client.rootKeys.listRootKeys({ ...cursor, limit: 50, ...(query && { search: query }) }),
    { everyMs: 10_000, isPrivate },
  )
  const columns = useRootKeyColumns(setTask, list.items ?? [])
  const create = can("root_key.*.create_root_key") && (
    <Button icon="plus" onClick={() => setCreating(true)} variant="primary">
      Create root key
    </Button>
  )
  return (
    <Page actions={create} title="Root keys">
      <Toolbar>
        <SearchInput label="Search root keys by name, id or start" onChange={setText} value={text} />
      </Toolbar>
      <Load query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(rootKeys) =>
          rootKeys.length === 0 ? (
            <Card>
              <NoRootKeys isSearch={query !== ""} />
            </Card>
          ) : (
            <>
              <Table
                columns={columns}
                isStale={list.isPlaceholderData}
                label="Root keys"
                rowKey={({ rootKeyId }) => rootKeyId}
                rows={rootKeys}
              />
              <MoreRows
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                onMore={() => list.fetchNextPage()}
                shown={counted(rootKeys.length, "root key")}
              />
            </>
          )
        }
      </Load>
      {isCreating && <CreateRootKey onClose={() => setCreating(false)} />}
      {task && (
        <Task
          onClose={() => setTask(undefined)}
          rootKey={list.items?.find(({ rootKeyId }) => rootKeyId === task.rootKey.rootKeyId) ?? task.rootKey}
          type={task.type}
        />
      )}
    </Page>
  )
}

/** Of a whole root key only its start is stored, and only that is asked for. */
function startOf(text: string): string {
  return text.startsWith(rootKeyPrefix) ? text.slice(0, rootKeyPrefix.length + shownCharacters) : text
}

const rootKeyPrefix = "kw_root_"
const shownCharacters = 4

function NoRootKeys({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <Empty title="No root key matches">Try a shorter search.</Empty>
  return (
    <Empty
      actions={<CodeBlock code="keyward root-keys create --name 'My service' --permissions 'api.*.verify_key'" />}
      title="No root keys yet"
    >
      Your API verifies keys with a root key. Give each program its own, with no more permissions than it needs.
    </Empty>
  )
}

interface TaskProps extends RootKeyTask {
  readonly onClose: () => void
}

function Task({ type, rootKey, onClose }: TaskProps) {
  if (type === "edit") return <EditRootKey onClose={onClose} rootKey={rootKey} />
  if (type === "reroll") return <RerollRootKey onClose={onClose} rootKey={rootKey} />
  return <DeleteRootKey onClose={onClose} rootKey={rootKey} />
}
