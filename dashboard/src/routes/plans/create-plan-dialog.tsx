import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { defaultPlan } from "../../../../src/contract/touches.ts"
import { generalError } from "../../error-messages.ts"
import { draftErrors, emptyPlan, newPlan, type PlanDraft } from "../../parts/plans/plan-draft.ts"
import { PlanFields, planFields } from "../../parts/plans/plan-fields.tsx"
import { usePlans } from "../../parts/plans/use-plans.ts"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

/** Asks what the plan gives, creates it and opens its page. */
export function CreatePlanDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(emptyPlan)
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useChange((client, plan: PlanDraft) => client.plans.createPlan(newPlan(plan)), {
    showsError: true,
    onDone: ({ planId }) =>
      navigate({ to: "/w/$workspaceId/plans/$planId", params: { workspaceId, planId }, search: {} }),
  })
  const error = generalError(create.error, planFields)
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={Object.keys(draftErrors(draft)).length > 0}
            form="create-plan"
            isBusy={create.isBusy}
            type="submit"
            variant="primary"
          >
            Create plan
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title="Create plan"
    >
      <Form id="create-plan" isWide onSubmit={() => create.run(draft)}>
        <PlanFields
          draft={draft}
          error={create.error}
          formerDefault={usePlans()?.find((plan) => plan.default)?.name}
          onChange={setDraft}
        />
        <Reached input={{ default: draft.isDefault }} touches={defaultPlan} />
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}
