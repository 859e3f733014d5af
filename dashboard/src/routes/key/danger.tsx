import type { Key } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { DangerAction } from "../../parts/danger-action.tsx"
import { DeleteKeysDialog } from "../../parts/keys/delete-keys-dialog.tsx"
import { useEnableKeys } from "../../parts/keys/key-changes.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"

/** Disable, which can be undone, and two ways to delete, which cannot. */
export function KeyDanger({ apiKey }: { readonly apiKey: Key }) {
  const [dialog, setDialog] = useState<"delete" | "erase">()
  const can = useCan()
  const navigate = useNavigate()
  const { workspaceId } = useWorkspace()
  const enabling = useEnableKeys()
  const { apiId, enabled } = apiKey
  const mayDelete = can(`api.${apiId}.delete_key`)
  const mayUpdate = can(`api.${apiId}.update_key`)
  if (!mayDelete && !mayUpdate) return null
  const close = () => setDialog(undefined)
  const leave = () => navigate({ to: "/w/$workspaceId/keys", params: { workspaceId }, search: {}, ignoreBlocker: true })
  return (
    <Card title="Danger zone" tone="danger">
      {mayUpdate && (
        <DangerAction
          action={
            <Button
              isBusy={enabling.isBusy}
              onClick={() => enabling.run({ keys: [apiKey], enabled: !enabled })}
              variant={enabled ? "danger" : "default"}
            >
              {enabled ? "Disable key" : "Enable key"}
            </Button>
          }
          title={enabled ? "Disable" : "Enable"}
        >
          {enabled
            ? "Every verification is refused with DISABLED until you enable the key again."
            : "Verifications are judged as usual again."}
        </DangerAction>
      )}
      {mayDelete && (
        <>
          <DangerAction
            action={
              <Button onClick={() => setDialog("delete")} variant="danger">
                Delete …
              </Button>
            }
            title="Delete"
          >
            Verifications return NOT_FOUND immediately. This cannot be undone.
          </DangerAction>
          <DangerAction
            action={
              <Button onClick={() => setDialog("erase")} variant="danger">
                Delete permanently …
              </Button>
            }
            title="Delete permanently"
          >
            The record with its hash is erased too. Events and counted verifications stay.
          </DangerAction>
        </>
      )}
      <DeleteKeysDialog isLeaving isOpen={dialog === "delete"} keys={[apiKey]} onClose={close} onDeleted={leave} />
      <DeleteKeysDialog
        isLeaving
        isOpen={dialog === "erase"}
        isPermanent
        keys={[apiKey]}
        onClose={close}
        onDeleted={leave}
      />
    </Card>
  )
}
