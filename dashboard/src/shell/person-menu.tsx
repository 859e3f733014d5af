import { useNavigate, useParams } from "@tanstack/react-router"
import { useSession } from "../session.ts"
import { visibleText } from "../ui/format.ts"
import { Menu } from "../ui/menu.tsx"
import type { MenuItem } from "../ui/menu-item.ts"
import css from "./shell.module.css"
import { signOut } from "./sign-out.ts"
import { themeItems } from "./theme-items.ts"

/** The menu of the person who has signed in: account, theme and sign-out. */
export function PersonMenu() {
  const session = useSession()
  const { workspaceId } = useParams({ strict: false })
  const navigate = useNavigate()
  if (session === undefined) return null
  const { user, rootKey, workspaces } = session
  const name = user?.name ?? (rootKey ? (rootKey.name ?? "Root key") : "Operator key")
  const role = workspaces.find((one) => one.workspaceId === workspaceId)?.role
  const items: readonly MenuItem[] = [
    ...(user
      ? [
          {
            label: "Your account",
            icon: "members" as const,
            onSelect: () =>
              workspaceId === undefined
                ? navigate({ to: "/account" })
                : navigate({ to: "/w/$workspaceId/account", params: { workspaceId } }),
          },
        ]
      : []),
    ...themeItems(),
    { label: "Sign out", icon: "signOut", startsGroup: true, onSelect: signOut },
  ]
  return (
    <div className={css.person}>
      <Menu
        align="start"
        items={items}
        trigger={
          <button className={css.switcher} type="button">
            <span aria-hidden="true" className={css.initials}>
              {initialsOf(name)}
            </span>
            <span className={css.personText}>
              <span className={css.name}>{visibleText(name)}</span>
              <small className={css.name}>{role ?? (user ? user.email : "signed in with a key")}</small>
            </span>
          </button>
        }
      />
    </div>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "")
  return letters.join("").toUpperCase()
}
