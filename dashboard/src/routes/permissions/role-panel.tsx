import type { Permission, Role } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { keysWithNamedRole, keysWithRole } from "../../../../src/contract/touches.ts"
import { Load } from "../../parts/load.tsx"
import { Reached } from "../../parts/reach.tsx"
import { useChange, useRead } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Copyable, Mono } from "../../ui/copy.tsx"
import { SearchInput } from "../../ui/field.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Empty } from "../../ui/states.tsx"
import { AddPermission } from "./add-permission.tsx"
import { EditRoleDialog } from "./role-dialog.tsx"
import css from "./role-panel.module.css"
import { useChangePermissions } from "./role-permissions.ts"

interface RolePanelProps {
  /** Its id or its name. */
  readonly roleId: string
  readonly onClose: () => void
}

/** One role: who holds it, and what it permits. */
export function RolePanel({ roleId, onClose }: RolePanelProps) {
  const role = useRead(["role", roleId], (client) => client.permissions.getRole({ role: roleId }), { everyMs: 10_000 })
  return (
    <div className={css.panel}>
      <div className={css.back}>
        <Button icon="left" onClick={onClose} size="small" variant="quiet">
          All roles
        </Button>
      </div>
      <Load query={role}>{(data) => <Shown onClose={onClose} role={data} />}</Load>
    </div>
  )
}

function Shown({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const can = useCan()
  const { workspaceId } = useWorkspace()
  const [dialog, setDialog] = useState<"edit" | "delete">()
  const remove = useChange((client) => client.permissions.deleteRole({ role: role.id }), {
    done: () => ({ title: `Deleted the role ${visibleText(role.name)}. Every key lost it.` }),
  })
  return (
    <Card
      actions={
        <>
          {can("rbac.*.update_role") && (
            <Button onClick={() => setDialog("edit")} size="small">
              Edit
            </Button>
          )}
          {can("rbac.*.delete_role") && (
            <Button onClick={() => setDialog("delete")} size="small" variant="danger">
              Delete
            </Button>
          )}
        </>
      }
      title={visibleText(role.name)}
    >
      <div className={css.facts}>
        <span>{role.description ? visibleText(role.description) : "No description"}</span>
        <Copyable value={role.id} what="role id" />
        <Link params={{ workspaceId }} search={{ role: role.name }} to="/w/$workspaceId/keys">
          Keys with this role
        </Link>
      </div>
      <Permissions role={role} />
      <EditRoleDialog isOpen={dialog === "edit"} onClose={() => setDialog(undefined)} role={role} />
      <ConfirmDialog
        action="Delete role"
        isBusy={remove.isBusy}
        isOpen={dialog === "delete"}
        onClose={() => setDialog(undefined)}
        onConfirm={() => {
          // The panel closes first, so that nothing asks for the role again.
          onClose()
          remove.run(undefined)
        }}
        title={`Delete the role ${visibleText(role.name)}?`}
        typed={role.name}
      >
        <p>
          Every key loses the role and its permissions at once. The permissions themselves stay. This cannot be undone.{" "}
          <Reached input={{ role: role.id }} touches={keysWithRole} />
        </p>
      </ConfirmDialog>
    </Card>
  )
}

/** From here on a search is worth its line. */
const searchFrom = 8

function Permissions({ role }: { readonly role: Role }) {
  const can = useCan()
  const [text, setText] = useState("")
  const [asked, ask] = useState<PermissionChange>()
  const wanted = text.trim().toLowerCase()
  const shown = role.permissions.filter(({ slug, description = "" }) =>
    `${slug} ${description}`.toLowerCase().includes(wanted),
  )
  const mayChange = can("rbac.*.add_permission_to_role") && can("rbac.*.remove_permission_from_role")
  return (
    <div className={css.permissions}>
      <h3 className={css.heading}>
        Permissions <span className={css.count}>{formatWhole(role.permissions.length)}</span>
      </h3>
      {role.permissions.length >= searchFrom && (
        <SearchInput label="Search the permissions of this role" onChange={setText} value={text} />
      )}
      {role.permissions.length === 0 && <Empty title="This role permits nothing yet" />}
      <ul className={css.list}>
        {shown.map((permission) => (
          <PermissionLine
            key={permission.id}
            onRemove={mayChange ? () => ask({ type: "remove", slug: permission.slug }) : undefined}
            permission={permission}
          />
        ))}
      </ul>
      {mayChange && <AddPermission held={role.permissions} onAdd={(slug) => ask({ type: "add", slug })} />}
      {asked && <ChangeDialog change={asked} onClose={() => ask(undefined)} role={role} />}
    </div>
  )
}

interface PermissionChange {
  readonly type: "add" | "remove"
  readonly slug: string
}

interface ChangeDialogProps {
  readonly role: Role
  readonly change: PermissionChange
  readonly onClose: () => void
}

/** Says how many keys the change reaches, before it does. */
function ChangeDialog({ role, change: { type, slug }, onClose }: ChangeDialogProps) {
  const change = useChangePermissions(role, onClose)
  const isRemoval = type === "remove"
  const name = visibleText(role.name)
  return (
    <ConfirmDialog
      action={isRemoval ? "Remove permission" : "Add permission"}
      isBusy={change.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => change.run({ [type]: [slug] })}
      title={isRemoval ? `Remove ${slug} from the role ${name}?` : `Add ${slug} to the role ${name}?`}
      tone={isRemoval ? "danger" : "primary"}
    >
      <p>
        <Reached input={{ roleId: role.id }} touches={keysWithNamedRole} /> You can undo it.
      </p>
    </ConfirmDialog>
  )
}

interface PermissionLineProps {
  readonly permission: Permission
  readonly onRemove: (() => void) | undefined
}

function PermissionLine({ permission, onRemove }: PermissionLineProps) {
  return (
    <li className={css.line}>
      <Mono>{permission.slug}</Mono>
      <span className={css.about}>{permission.description && visibleText(permission.description)}</span>
      {onRemove && <IconButton icon="cross" label={`Remove ${permission.slug}`} onClick={onRemove} size="small" />}
    </li>
  )
}
