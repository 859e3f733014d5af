import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useWorkspace } from "../session.ts"
import { visibleText } from "../ui/format.ts"

interface ObjectLinkProps {
  readonly id: string
  /** The name of the object, or its id if it has none. */
  readonly name?: string | undefined
  readonly children?: ReactNode
}

export function KeyLink({ id, name, children }: ObjectLinkProps) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId, keyId: id }} to="/w/$workspaceId/keys/$keyId">
      {children ?? visibleText(name ?? id)}
    </Link>
  )
}

export function ApiLink({ id, name, children }: ObjectLinkProps) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId, apiId: id }} to="/w/$workspaceId/apis/$apiId">
      {children ?? visibleText(name ?? id)}
    </Link>
  )
}

export function CustomerLink({ id, name, children }: ObjectLinkProps) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId, identityId: id }} to="/w/$workspaceId/customers/$identityId">
      {children ?? visibleText(name ?? id)}
    </Link>
  )
}

export function PlanLink({ id, name, children }: ObjectLinkProps) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId, planId: id }} to="/w/$workspaceId/plans/$planId">
      {children ?? visibleText(name ?? id)}
    </Link>
  )
}

export function RoleLink({ name }: { readonly name: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <Link params={{ workspaceId }} search={{ role: name }} to="/w/$workspaceId/permissions">
      {visibleText(name)}
    </Link>
  )
}
