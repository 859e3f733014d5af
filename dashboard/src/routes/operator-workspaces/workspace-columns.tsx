import type { Workspace } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { reasonLabel } from "../../parts/keys/disable-reasons.ts"
import { useSession } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { IconButton } from "../../ui/button.tsx"
import { Copyable } from "../../ui/copy.tsx"
import { formatShort, visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { Column } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./workspaces.module.css"

export interface WorkspaceTask {
  readonly type: "invite" | "disable" | "enable" | "limits" | "delete"
  readonly workspace: Workspace
}

export function useWorkspaceColumns(onTask: (task: WorkspaceTask) => void): readonly Column<Workspace>[] {
  const session = useSession()
  const isMember = (id: string) => session?.workspaces.some(({ workspaceId }) => workspaceId === id) ?? false
  return [
    {
      key: "name",
      title: "Name",
      role: "main",
      cell: ({ id, name }) => (
        <span className={css.name} title={visibleText(name)}>
          {isMember(id) ? (
            <Link params={{ workspaceId: id }} to="/w/$workspaceId">
              {visibleText(name)}
            </Link>
          ) : (
            visibleText(name)
          )}
        </span>
      ),
    },
    { key: "status", title: "Status", cell: (workspace) => <Status workspace={workspace} /> },
    { key: "limits", title: "Limits", wraps: true, cell: ({ limits }) => <LimitsInWords limits={limits} /> },
    { key: "id", title: "Id", cell: ({ id }) => <Copyable value={id} what="workspace id" /> },
    { key: "created", title: "Created", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    {
      key: "menu",
      title: "Actions",
      role: "menu",
      cell: (workspace) => (
        <Menu
          items={itemsFor(workspace, onTask)}
          trigger={<IconButton icon="more" label={`Actions for ${visibleText(workspace.name)}`} />}
        />
      ),
    },
  ]
}

function itemsFor(workspace: Workspace, onTask: (task: WorkspaceTask) => void) {
  const limits = { label: "Limits …", onSelect: () => onTask({ type: "limits", workspace }) }
  if (workspace.enabled) {
    return [
      { label: "Invite owner …", onSelect: () => onTask({ type: "invite", workspace }) },
      limits,
      {
        label: "Disable …",
        tone: "danger" as const,
        startsGroup: true,
        onSelect: () => onTask({ type: "disable", workspace }),
      },
    ]
  }
  return [
    { label: "Enable …", onSelect: () => onTask({ type: "enable", workspace }) },
    limits,
    {
      label: "Delete …",
      tone: "danger" as const,
      startsGroup: true,
      onSelect: () => onTask({ type: "delete", workspace }),
    },
  ]
}

function Status({ workspace }: { readonly workspace: Workspace }) {
  const { enabled, disabledReason, disabledNote, disabledAt } = workspace
  if (enabled) return <Badge tone="good">Enabled</Badge>
  return (
    <span className={css.status} title={disabledNote && visibleText(disabledNote)}>
      <Badge tone="bad">Disabled</Badge>
      <small>
        {disabledReason && reasonLabel(disabledReason)} <Ago time={disabledAt} />
      </small>
    </span>
  )
}

function LimitsInWords({ limits }: { readonly limits: Workspace["limits"] }) {
  const { keys, identities, verificationsPerMonth, requestsPerMinute } = limits
  const words = [
    keys !== null && `${formatShort(keys)} keys`,
    identities !== null && `${formatShort(identities)} customers`,
    verificationsPerMonth !== null && `${formatShort(verificationsPerMonth)} verifications a month`,
    requestsPerMinute !== null && `${formatShort(requestsPerMinute)} requests a minute`,
  ].filter((word) => word !== false)
  return <span className={css.limits}>{words.length === 0 ? "none" : words.join(", ")}</span>
}
