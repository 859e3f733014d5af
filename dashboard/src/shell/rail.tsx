import { Link } from "@tanstack/react-router"
import { useCan, useSession, useWorkspace } from "../session.ts"
import { Icon } from "../ui/icon.tsx"
import { administration, type Entry, operation, work } from "./entries.ts"
import { PersonMenu } from "./person-menu.tsx"
import css from "./shell.module.css"
import { WorkspaceSwitcher } from "./workspace-switcher.tsx"

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
  const session = useSession()
  return (
    <nav aria-label="Pages" className={css.rail}>
      <WorkspaceSwitcher />
      {session?.operator && <Entries entries={operation} onNavigate={onNavigate} />}
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
  return entries.map(({ to, label, title, icon, isExact = false }) => (
    <Link
      aria-label={title}
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
