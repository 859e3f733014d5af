import type { Plan } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { DangerAction } from "../../parts/danger-action.tsx"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"

export function PlanDanger({ plan }: { readonly plan: Plan }) {
  const [isAsking, setAsking] = useState(false)
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useChange((client) => client.plans.deletePlan({ plan: plan.id }), {
    done: () => ({ title: `Deleted ${visibleText(plan.name)}.` }),
    isLeaving: true,
    onDone: () => navigate({ to: "/w/$workspaceId/plans", params: { workspaceId }, search: {}, ignoreBlocker: true }),
  })
  const obstacle = obstacleOf(plan)
  return (
    <Card title="Danger zone" tone="danger">
      <DangerAction
        action={
          <Button disabled={obstacle !== undefined} onClick={() => setAsking(true)} variant="danger">
            Delete plan
          </Button>
        }
        title="Delete this plan"
      >
        {obstacle ?? "No customer has it. This cannot be undone."}
      </DangerAction>
      <ConfirmDialog
        action="Delete plan"
        isBusy={remove.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(undefined)}
        title={`Delete ${visibleText(plan.name)}?`}
      >
        <p>Its permissions, limits and metadata are deleted. This cannot be undone.</p>
      </ConfirmDialog>
    </Card>
  )
}

/** Why the server would refuse it. */
function obstacleOf({ default: isDefault, identities = 0 }: Plan): string | undefined {
  if (isDefault) return "Make another plan the default first, or none."
  return identities > 0 ? "Give its customers another plan first." : undefined
}
