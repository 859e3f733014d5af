import { Link } from "@tanstack/react-router"
import { useWorkspaceOfPath } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"
import { isShownObject, shownObjects } from "../objects.ts"

interface ResourceLinkProps {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

/** The object of an event, as a link to its page if it has one. */
export function ResourceLink({ type, id, name = id }: ResourceLinkProps) {
  const workspace = useWorkspaceOfPath()
  const page = workspace && isShownObject(type) ? shownObjects[type].page?.(workspace.workspaceId, id) : undefined
  if (page === undefined) return <strong>{visibleText(name)}</strong>
  // If the object was deleted, the whole list says more than a search that finds nothing.
  const { search: _search, ...whole } = page
  return <Link {...whole}>{visibleText(name)}</Link>
}
