import type { RootKey } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { isExpired } from "../../../../src/core/expiry.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { IconButton } from "../../ui/button.tsx"
import { Mono } from "../../ui/copy.tsx"
import { counted, visibleText } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import type { Column } from "../../ui/table.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { Creator, useCreators } from "./creator.tsx"
import css from "./root-keys.module.css"

export interface RootKeyTask {
  readonly type: "edit" | "reroll" | "delete"
  readonly rootKey: RootKey
}

export function useRootKeyColumns(
  onTask: (task: RootKeyTask) => void,
  shown: readonly RootKey[],
): readonly Column<RootKey>[] {
  const actorOf = useCreators(shown)
  return [
    {
      key: "name",
      title: "Name",
      role: "main",
      cell: (rootKey) => (
        <span className={css.name}>
          <b>{visibleText(rootKey.name ?? "Unnamed")}</b> <Status rootKey={rootKey} />
        </span>
      ),
    },
    { key: "start", title: "Key", cell: ({ start }) => <Mono>{start}…</Mono> },
    { key: "permissions", title: "Permissions", cell: ({ permissions }) => <Permissions permissions={permissions} /> },
    {
      key: "createdBy",
      title: "Created by",
      cell: (rootKey) => (
        <span className={css.person}>
          <Creator actor={actorOf(rootKey.rootKeyId)} rootKey={rootKey} />
        </span>
      ),
    },
    { key: "created", title: "Created", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    { key: "used", title: "Last used", align: "end", cell: ({ lastUsedAt }) => <Ago time={lastUsedAt} /> },
    { key: "expires", title: "Expires", align: "end", cell: ({ expires }) => <Ago time={expires} /> },
    {
      key: "menu",
      title: "Actions",
      role: "menu",
      cell: (rootKey) => <RowMenu onTask={onTask} rootKey={rootKey} />,
    },
  ]
}

function Status({ rootKey }: { readonly rootKey: RootKey }) {
  const now = useNow()
  if (!rootKey.enabled) return <Badge>Disabled</Badge>
  return isExpired(rootKey, now) ? <Badge tone="bad">Expired</Badge> : null
}

function Permissions({ permissions }: { readonly permissions: readonly string[] }) {
  if (permissions.includes("*")) return <Badge tone="warn">Everything</Badge>
  const [first = ""] = permissions
  return (
    <span title={permissions.join("\n")}>
      {permissions.length === 1 ? first : counted(permissions.length, "permission")}
    </span>
  )
}

interface RowMenuProps {
  readonly rootKey: RootKey
  readonly onTask: (task: RootKeyTask) => void
}

function RowMenu({ rootKey, onTask }: RowMenuProps) {
  const can = useCan()
  const navigate = useNavigate({ from: "/w/$workspaceId/root-keys" })
  const { rootKeyId, enabled } = rootKey
  const name = visibleText(rootKey.name ?? `${rootKey.start}…`)
  const change = useChange(
    (client, isEnabled: boolean) => client.rootKeys.updateRootKey({ rootKeyId, enabled: isEnabled }),
    {
      done: (_, isEnabled, effect) => ({
        title: isEnabled ? `${name} works again.` : `Disabled ${name}. Every call with it is refused from now on.`,
        description: effect,
        action: { label: "Undo", onSelect: () => change.run(!isEnabled) },
      }),
    },
  )
  const canUpdate = can("root_key.*.update_root_key")
  const items: readonly MenuItem[] = [
    ...(canUpdate ? [{ label: "Edit", onSelect: () => onTask({ type: "edit", rootKey }) }] : []),
    ...(canUpdate ? [{ label: enabled ? "Disable" : "Enable", onSelect: () => change.run(!enabled) }] : []),
    ...(can("root_key.*.create_root_key")
      ? [{ label: "Reroll", onSelect: () => onTask({ type: "reroll", rootKey }) }]
      : []),
    ...(can("event.*.read_event")
      ? [
          {
            label: "Events",
            onSelect: () => navigate({ to: "/w/$workspaceId/events", search: { resource: rootKeyId } }),
          },
          {
            label: "What it did",
            onSelect: () => navigate({ to: "/w/$workspaceId/events", search: { actor: rootKeyId } }),
          },
        ]
      : []),
    ...(can("root_key.*.delete_root_key")
      ? [
          {
            label: "Delete",
            tone: "danger" as const,
            startsGroup: true,
            onSelect: () => onTask({ type: "delete", rootKey }),
          },
        ]
      : []),
  ]
  return <Menu items={items} trigger={<IconButton icon="more" label={`Actions for ${name}`} />} />
}
