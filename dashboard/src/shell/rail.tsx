import { Link, type LinkProps } from "@tanstack/react-router"
import { useCan, useSession, useWorkspace } from "../session.ts"
import { Icon } from "../ui/icon.tsx"
import type { IconName } from "../ui/icons.ts"
import { PersonMenu } from "./person-menu.tsx"
import css from "./shell.module.css"
import { WorkspaceSwitcher } from "./workspace-switcher.tsx"

interface Entry {
  readonly to: NonNullable<LinkProps["to"]>
  readonly label: string
  readonly icon: IconName
  /** Hidden from people who cannot read anything there. */
  readonly needs?: string
  readonly isExact?: boolean
}

const work: readonly Entry[] = [
  { to: "/w/$workspaceId", label: "Overview", icon: "overview", isExact: true },
  { to: "/w/$workspaceId/apis", label: "APIs", icon: "api", needs: "api.*.read_api" },
  { to: "/w/$workspaceId/keys", label: "Keys", icon: "key", needs: "api.*.read_key" },
  { to: "/w/$workspaceId/customers", label: "Customers", icon: "customers", needs: "identity.*.read_identity" },
  { to: "/w/$workspaceId/permissions", label: "Permissions", icon: "permissions", needs: "rbac.*.read_permission" },
  { to: "/w/$workspaceId/ratelimits", label: "Rate limits", icon: "ratelimits", needs: "ratelimit.*.read_namespace" },
  { to: "/w/$workspaceId/verifications", label: "Verifications", icon: "verifications", needs: "api.*.read_usage" },
  { to: "/w/$workspaceId/events", label: "Events", icon: "events", needs: "event.*.read_event" },
]

const administration: readonly Entry[] = [
  { to: "/w/$workspaceId/root-keys", label: "Root keys", icon: "rootKeys", needs: "root_key.*.read_root_key" },
  { to: "/w/$workspaceId/members", label: "Members", icon: "members", needs: "member.*.read_member" },
  { to: "/w/$workspaceId/settings", label: "Settings", icon: "settings", needs: "workspace.*.read_workspace" },
]

const operation: readonly Entry[] = [
  { to: "/operator/workspaces", label: "Workspaces", icon: "workspaces" },
  { to: "/operator/nodes", label: "Nodes", icon: "nodes" },
  { to: "/operator/users", label: "Users", icon: "customers" },
]

/** The left rail inside a workspace. */
export function WorkspaceRail({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { workspaceId } = useWorkspace()
  const can = useCan()
  const allowed = ({ needs }: Entry) => needs === undefined || can(needs)
  return (
    <nav aria-label="Pages" className={css.rail}>
      <WorkspaceSwitcher />
      <Entries entries={work.filter(allowed)} onNavigate={onNavigate} workspaceId={workspaceId} />
      <div className={css.group}>
        <Entries entries={administration.filter(allowed)} onNavigate={onNavigate} workspaceId={workspaceId} />
      </div>
      <OperatorGroup onNavigate={onNavigate} />
      <PersonMenu />
    </nav>
  )
}

/** The left rail of the pages for operators. */
export function OperatorRail({ onNavigate }: { readonly onNavigate?: () => void }) {
  return (
    <nav aria-label="Pages" className={css.rail}>
      <WorkspaceSwitcher />
      <Entries entries={operation} onNavigate={onNavigate} />
      <PersonMenu />
    </nav>
  )
}

function OperatorGroup({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const session = useSession()
  if (!session?.operator) return null
  return (
    <div className={css.group}>
      <div className={css.groupName}>Installation</div>
      <Entries entries={operation} onNavigate={onNavigate} />
    </div>
  )
}

interface EntriesProps {
  readonly entries: readonly Entry[]
  readonly workspaceId?: string
  readonly onNavigate?: (() => void) | undefined
}

function Entries({ entries, workspaceId, onNavigate }: EntriesProps) {
  return entries.map(({ to, label, icon, isExact = false }) => (
    <Link
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={css.entry}
      key={to}
      onClick={() => onNavigate?.()}
      params={workspaceId === undefined ? {} : { workspaceId }}
      to={to}
    >
      <Icon name={icon} />
      {label}
    </Link>
  ))
}
