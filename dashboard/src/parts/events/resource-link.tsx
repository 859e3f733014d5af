import { Link } from "@tanstack/react-router"
import { useWorkspace } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"
import { isShownObject, shownObjects } from "../objects.ts"

interface ResourceLinkProps {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

/** The object of an event, as a link to its page if it has one. */
export function ResourceLink({ type, id, name = id }: ResourceLinkProps) {
  const { workspaceId } = useWorkspace()
  const page = isShownObject(type) ? shownObjects[type].page?.(workspaceId, id) : undefined
  if (page === undefined) return <strong>{visibleText(name)}</strong>
  // If the object was deleted, the whole list says more than a search that finds nothing.
  const { search: _search, ...whole } = page
  return <Link {...whole}>{visibleText(name)}</Link>
}
