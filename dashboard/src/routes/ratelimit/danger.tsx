import type { Namespace } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { DangerAction } from "../../parts/danger-action.tsx"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"

export function NamespaceDanger({ namespace }: { readonly namespace: Namespace }) {
  const [isAsking, setAsking] = useState(false)
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useChange((client) => client.ratelimit.deleteNamespace({ namespace: namespace.id }), {
    done: () => ({ title: `Deleted ${visibleText(namespace.name)}. Its name stays reserved.` }),
    isLeaving: true,
    onDone: () =>
      navigate({ to: "/w/$workspaceId/ratelimits", params: { workspaceId }, search: {}, ignoreBlocker: true }),
  })
  return (
    <Card title="Danger zone" tone="danger">
      <DangerAction
        action={
          <Button onClick={() => setAsking(true)} variant="danger">
            Delete namespace
          </Button>
        }
        title="Delete this namespace"
      >
        Checks that name it fail with 410 from then on. Its name stays reserved. This cannot be undone.
      </DangerAction>
      <ConfirmDialog
        action="Delete namespace"
        isBusy={remove.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(undefined)}
        title={`Delete ${visibleText(namespace.name)}?`}
        typed={namespace.name}
      >
        <p>
          Its overrides are gone, and checks that name it fail. The name stays reserved, so that running clients do not
          create it again. This cannot be undone.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
