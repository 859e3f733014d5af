import type { Key } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { DeleteKeysDialog } from "../../parts/delete-keys-dialog.tsx"
import { useEnableKeys } from "../../parts/key-changes.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import { RotateDialog } from "./rotate-dialog.tsx"

/** Rotate, disable and delete, at the top of the page of a key. */
export function KeyActions({ apiKey }: { readonly apiKey: Key }) {
  const [dialog, setDialog] = useState<"rotate" | "delete">()
  const can = useCan()
  const navigate = useNavigate()
  const { workspaceId } = useWorkspace()
  const enabling = useEnableKeys()
  const { apiId, enabled } = apiKey
  const close = () => setDialog(undefined)
  return (
    <>
      {can(`api.${apiId}.create_key`) && (
        <Button icon="refresh" onClick={() => setDialog("rotate")}>
          Rotate
        </Button>
      )}
      {can(`api.${apiId}.update_key`) && (
        <Button
          isBusy={enabling.isBusy}
          onClick={() => enabling.run({ keys: [apiKey], enabled: !enabled })}
          variant={enabled ? "default" : "primary"}
        >
          {enabled ? "Disable" : "Enable"}
        </Button>
      )}
      {can(`api.${apiId}.delete_key`) && (
        <Menu
          items={[{ label: "Delete …", icon: "trash", tone: "danger", onSelect: () => setDialog("delete") }]}
          trigger={<IconButton icon="more" label="More actions" />}
        />
      )}
      {dialog === "rotate" && <RotateDialog apiKey={apiKey} onClose={close} />}
      <DeleteKeysDialog
        isOpen={dialog === "delete"}
        keys={[apiKey]}
        onClose={close}
        onDeleted={() => navigate({ to: "/w/$workspaceId/keys", params: { workspaceId }, search: {} })}
      />
    </>
  )
}
