import { useNavigate, useParams } from "@tanstack/react-router"
import { useSession } from "../session.ts"
import { visibleText } from "../ui/format.ts"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import type { MenuItem } from "../ui/menu-item.ts"
import css from "./shell.module.css"

/** Names the workspace, and leads to the others. */
export function WorkspaceSwitcher() {
  const session = useSession()
  const { workspaceId } = useParams({ strict: false })
  const navigate = useNavigate()
  const workspaces = session?.workspaces ?? []
  const current = workspaces.find((one) => one.workspaceId === workspaceId)
  const items: readonly MenuItem[] = [
    ...workspaces.map((one) => ({
      label: visibleText(one.name),
      note: one === current ? <Icon name="check" /> : !one.enabled && "disabled",
      onSelect: () => navigate({ to: "/w/$workspaceId", params: { workspaceId: one.workspaceId } }),
    })),
    ...(session?.operator
      ? [
          {
            label: "All workspaces …",
            icon: "workspaces" as const,
            startsGroup: workspaces.length > 0,
            onSelect: () => navigate({ to: "/operator/workspaces" }),
          },
        ]
      : []),
  ]
  const name = current ? visibleText(current.name) : session?.operator ? "Installation" : "No workspace"
  return (
    <Menu
      align="start"
      items={items}
      trigger={
        <button aria-label={`Workspace: ${name}`} className={css.switcher} type="button">
          <span className={`drop ${css.mark}`} />
          <span className={css.name}>{name}</span>
          <Icon name="down" />
        </button>
      }
    />
  )
}
