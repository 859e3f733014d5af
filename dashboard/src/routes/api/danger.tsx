import type { Api } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { keysOfApi } from "../../../../src/contract/touches.ts"
import type { Client } from "../../client.ts"
import { DangerAction } from "../../parts/danger-action.tsx"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Switch } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"

/** Delete protection, and deletion while there is none. */
export function ApiDanger({ api }: { readonly api: Api }) {
  const [isAsking, setAsking] = useState(false)
  const can = useCan()
  const mayChange = can(`api.${api.id}.update_api`)
  const mayDelete = can(`api.${api.id}.delete_api`)
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const set = (client: Client, isProtected: boolean) =>
    client.apis.updateApi({ apiId: api.id, deleteProtection: isProtected })
  const undo = useChange(set)
  const protect = useChange(set, {
    done: (_, isProtected) => ({
      title: isProtected ? "Protected. The API cannot be deleted." : "Not protected any more.",
      action: { label: "Undo", onSelect: () => undo.run(!isProtected) },
    }),
  })
  const remove = useChange((client) => client.apis.deleteApi({ apiId: api.id }), {
    done: (_data, _input, effect) => ({
      title: `Deleted ${visibleText(api.name)}. Its keys stopped working.`,
      description: effect,
    }),
    isLeaving: true,
    onDone: () => navigate({ to: "/w/$workspaceId/apis", params: { workspaceId }, search: {}, ignoreBlocker: true }),
  })
  if (!(mayChange || mayDelete)) return null
  return (
    <Card title="Danger zone" tone="danger">
      {mayChange && (
        <Switch
          checked={api.deleteProtection}
          disabled={protect.isBusy}
          hint="While it is on, the API cannot be deleted, not even with a root key."
          label="Delete protection"
          onChange={protect.run}
        />
      )}
      <DangerAction
        action={
          <Button disabled={api.deleteProtection || !mayDelete} onClick={() => setAsking(true)} variant="danger">
            Delete API
          </Button>
        }
        title="Delete this API"
      >
        {api.deleteProtection
          ? "Switch off delete protection first."
          : "Its keys stop working at once. This cannot be undone."}
      </DangerAction>
      <ConfirmDialog
        action="Delete API"
        isBusy={remove.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(undefined)}
        title={`Delete ${visibleText(api.name)}?`}
        typed={api.name}
      >
        <p>
          Every key of this API stops working at once, and every later verification is NOT_FOUND. This cannot be undone.{" "}
          <Reached input={{ apiId: api.id }} touches={keysOfApi} />
        </p>
      </ConfirmDialog>
    </Card>
  )
}
