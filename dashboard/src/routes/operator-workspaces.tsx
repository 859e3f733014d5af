import type { Workspace } from "@keyward/client"
import { useState } from "react"
import { useAddress } from "../address.ts"
import { usePageTitle } from "../page-title.ts"
import { useSearchText } from "../parts/keys/search-text.ts"
import { Load } from "../parts/load.tsx"
import { InviteDialog } from "../parts/people/invite-dialog.tsx"
import { useList } from "../queries.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeBlock } from "../ui/code.tsx"
import { SearchInput, Select } from "../ui/field.tsx"
import { counted, visibleText } from "../ui/format.ts"
import { Page } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { Table } from "../ui/table.tsx"
import { MoreRows, Toolbar } from "../ui/toolbar.tsx"
import { CreateWorkspace } from "./operator-workspaces/create-workspace.tsx"
import { DeleteWorkspace } from "./operator-workspaces/delete-workspace.tsx"
import { DisableWorkspace } from "./operator-workspaces/disable-workspace.tsx"
import { EditLimits } from "./operator-workspaces/edit-limits.tsx"
import { EnableWorkspace } from "./operator-workspaces/enable-workspace.tsx"
import { useWorkspaceColumns, type WorkspaceTask } from "./operator-workspaces/workspace-columns.tsx"

const statuses = [
  { value: "", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
] as const

/** All workspaces of the installation, for operators. */
export default function WorkspacesPage() {
  usePageTitle("Workspaces")
  const {
    search: { status },
    change,
  } = useAddress()
  const { text, setText, query, isPrivate } = useSearchText()
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<WorkspaceTask>()
  const filter = { ...(query && { search: query }), ...(status && { enabled: status === "enabled" }) }
  const list = useList(
    ["workspaces", filter],
    (client, cursor) => client.workspaces.listWorkspaces({ ...filter, ...cursor, limit: 50 }),
    { everyMs: 10_000, isPrivate },
  )
  const columns = useWorkspaceColumns(setTask)
  const create = (
    <Button icon="plus" onClick={() => setCreating(true)} variant="primary">
      Create workspace
    </Button>
  )
  return (
    <Page actions={create} title="Workspaces">
      <Toolbar>
        <SearchInput label="Search workspaces by name or id" onChange={setText} value={text} />
        <Select
          aria-label="Status"
          onChange={(value) => change({ status: value })}
          options={statuses}
          value={statuses.find(({ value }) => value === status)?.value ?? ""}
        />
      </Toolbar>
      <Load query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(workspaces) =>
          workspaces.length === 0 ? (
            <Card>
              <NoWorkspaces isNarrowed={Object.keys(filter).length > 0} />
            </Card>
          ) : (
            <>
              <Table
                columns={columns}
                isStale={list.isPlaceholderData}
                label="Workspaces"
                rowKey={({ id }) => id}
                rows={workspaces}
              />
              <MoreRows
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                onMore={() => list.fetchNextPage()}
                shown={counted(workspaces.length, "workspace")}
              />
            </>
          )
        }
      </Load>
      {isCreating && <CreateWorkspace onClose={() => setCreating(false)} />}
      {task && <Task onClose={() => setTask(undefined)} task={task} />}
    </Page>
  )
}

function NoWorkspaces({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) return <Empty title="No workspace matches">Try a shorter search, or remove the filter.</Empty>
  return (
    <Empty actions={<CodeBlock code='keyward workspaces create --name "Acme Inc."' />} title="No workspaces yet">
      A workspace holds the APIs, keys and members of one team. Nothing in it is seen from another one.
    </Empty>
  )
}

function Task({ task, onClose }: { readonly task: WorkspaceTask; readonly onClose: () => void }) {
  const workspace: Workspace = task.workspace
  if (task.type === "invite") return <InviteOwner onClose={onClose} workspace={workspace} />
  if (task.type === "disable") return <DisableWorkspace onClose={onClose} workspace={workspace} />
  if (task.type === "enable") return <EnableWorkspace onClose={onClose} workspace={workspace} />
  if (task.type === "limits") return <EditLimits onClose={onClose} workspace={workspace} />
  return <DeleteWorkspace onClose={onClose} workspace={workspace} />
}

/** An operator is no member of most workspaces, and gives them to people who are. */
function InviteOwner({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }) {
  return (
    <InviteDialog
      memberRole="owner"
      onClose={onClose}
      title={`Invite an owner of ${visibleText(workspace.name)}`}
      workspaceId={workspace.id}
    />
  )
}
