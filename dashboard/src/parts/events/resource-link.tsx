import { Link } from "@tanstack/react-router"
import { useWorkspace } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"
import { ApiLink, CustomerLink, KeyLink } from "../links.tsx"

interface ResourceLinkProps {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

const pages = {
  root_key: "/w/$workspaceId/root-keys",
  permission: "/w/$workspaceId/permissions",
  role: "/w/$workspaceId/permissions",
  member: "/w/$workspaceId/members",
  invitation: "/w/$workspaceId/members",
  workspace: "/w/$workspaceId/settings",
} as const

/** The object of an event, as a link to its page if it has one. */
export function ResourceLink({ type, id, name = id }: ResourceLinkProps) {
  const { workspaceId } = useWorkspace()
  if (type === "key") return <KeyLink id={id} name={name} />
  if (type === "api") return <ApiLink id={id} name={name} />
  if (type === "identity") return <CustomerLink id={id} name={name} />
  if (type === "ratelimit_namespace") {
    return (
      <Link params={{ workspaceId, namespaceId: id }} to="/w/$workspaceId/ratelimits/$namespaceId">
        {visibleText(name)}
      </Link>
    )
  }
  if (isListed(type)) {
    return (
      <Link params={{ workspaceId }} to={pages[type]}>
        {visibleText(name)}
      </Link>
    )
  }
  return <strong>{visibleText(name)}</strong>
}

function isListed(type: string): type is keyof typeof pages {
  return Object.hasOwn(pages, type)
}
