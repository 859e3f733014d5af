import type { Key } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { usePageActions } from "../../page-actions.ts"
import { DeleteKeysDialog } from "../../parts/keys/delete-keys-dialog.tsx"
import { useEnableKeys } from "../../parts/keys/key-changes.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import type { MenuItem } from "../../ui/menu-item.ts"
import { RevealDialog } from "./reveal-dialog.tsx"
import { RotateDialog } from "./rotate-dialog.tsx"

/** Rotate, disable and delete, at the top of the page of a key. */
export function KeyActions({ apiKey }: { readonly apiKey: Key }) {
  const [dialog, setDialog] = useState<"rotate" | "reveal" | "delete">()
  const can = useCan()
  const navigate = useNavigate()
  const { workspaceId } = useWorkspace()
  const enabling = useEnableKeys()
  const { apiId, enabled } = apiKey
  const close = () => setDialog(undefined)
  const canUpdate = can(`api.${apiId}.update_key`)
  const canRotate = canUpdate && rightsToRotate(apiKey).every(can)
  const canDelete = can(`api.${apiId}.delete_key`)
  const rotate = () => setDialog("rotate")
  const toggle = () => enabling.run({ keys: [apiKey], enabled: !enabled })
  usePageActions([
    ...(canRotate ? [{ label: "Rotate this key", icon: "refresh" as const, onSelect: rotate }] : []),
    ...(canUpdate
      ? [{ label: enabled ? "Disable this key" : "Enable this key", icon: "key" as const, onSelect: toggle }]
      : []),
    ...(canDelete ? [{ label: "Delete this key …", icon: "trash" as const, onSelect: () => setDialog("delete") }] : []),
  ])
  const items: readonly MenuItem[] = [
    ...(apiKey.recoverable && can(`api.${apiId}.decrypt_key`)
      ? [{ label: "Show the secret …", icon: "key" as const, onSelect: () => setDialog("reveal") }]
      : []),
    ...(canDelete
      ? [{ label: "Delete …", icon: "trash", tone: "danger", onSelect: () => setDialog("delete") } as const]
      : []),
  ]
  return (
    <>
      {canRotate && (
        <Button icon="refresh" onClick={rotate}>
          Rotate
        </Button>
      )}
      {canUpdate && (
        <Button isBusy={enabling.isBusy} onClick={toggle}>
          {enabled ? "Disable" : "Enable"}
        </Button>
      )}
      {items.length > 0 && <Menu items={items} trigger={<IconButton icon="more" label="More actions" />} />}
      {dialog === "rotate" && <RotateDialog apiKey={apiKey} onClose={close} />}
      {dialog === "reveal" && <RevealDialog apiKey={apiKey} onClose={close} />}
      <DeleteKeysDialog
        isLeaving
        isOpen={dialog === "delete"}
        keys={[apiKey]}
        onClose={close}
        onDeleted={() =>
          navigate({ to: "/w/$workspaceId/keys", params: { workspaceId }, search: {}, ignoreBlocker: true })
        }
      />
    </>
  )
}

/** The new secret has the roles and direct permissions of the key. */
function rightsToRotate({ apiId, recoverable, roles, directPermissions = [] }: Key): readonly string[] {
  return [
    `api.${apiId}.create_key`,
    ...(recoverable ? [`api.${apiId}.encrypt_key`] : []),
    ...(roles.length > 0 ? ["rbac.*.add_role_to_key"] : []),
    ...(directPermissions.length > 0 ? ["rbac.*.add_permission_to_key"] : []),
  ]
}
