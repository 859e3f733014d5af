import type { Plan } from "@keyward/client"
import { useState } from "react"
import { changedPlan } from "../../../../src/contract/touches.ts"
import { generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { changedFields, draftErrors, planDraft } from "../../parts/plans/plan-draft.ts"
import { PlanFields, planFields } from "../../parts/plans/plan-fields.tsx"
import { usePlans } from "../../parts/plans/use-plans.ts"
import { useReach } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"

/** What the plan gives, to edit. Before saving it says how many customers the change reaches. */
export function PlanEditor({ plan }: { readonly plan: Plan }) {
  const [base, setBase] = useState(() => planDraft(plan))
  const [draft, setDraft] = useState(base)
  const stored = planDraft(plan)
  const changes = changedFields(base, draft)
  const isDirty = Object.keys(changes).length > 0
  useUnsaved(isDirty)
  const hasMoved = Object.keys(changedFields(base, stored)).length > 0
  const reset = () => {
    setBase(stored)
    setDraft(stored)
  }
  if (hasMoved && (!isDirty || Object.keys(changedFields(draft, stored)).length === 0)) reset()
  const reach = useReach({ touches: changedPlan, input: { plan: plan.id, ...changes } })
  const mayChange = useCan()("plan.*.update_plan")
  const formerDefault = usePlans()?.find((one) => one.default && one.id !== plan.id)?.name
  const save = useChange((client) => client.plans.updatePlan({ plan: plan.id, ...changes }), {
    showsError: true,
    done: (_data, _input, effect) => ({ title: "Saved. All customers of the plan have it now.", description: effect }),
    onDone: () => setBase(draft),
  })
  const error = generalError(save.error, planFields)
  return (
    <Card title="What each customer of the plan gets">
      <Form isReadOnly={!mayChange} isWide onSubmit={() => save.run(undefined)}>
        <WhoMay needs="plan.*.update_plan" />
        <MovedNotice hasMoved={hasMoved && isDirty} onReset={reset} />
        <PlanFields
          draft={draft}
          error={save.error}
          formerDefault={formerDefault}
          isReadOnly={!mayChange}
          onChange={setDraft}
        />
        {error && <Banner tone="bad">{error}</Banner>}
        {reach && <Banner tone="info">{reach.sentence}</Banner>}
        {mayChange && (
          <FormFooter>
            <Button
              disabled={!isDirty || Object.keys(draftErrors(draft)).length > 0}
              isBusy={save.isBusy}
              type="submit"
              variant="primary"
            >
              Save plan
            </Button>
            {isDirty && <Button onClick={reset}>Discard</Button>}
          </FormFooter>
        )}
      </Form>
    </Card>
  )
}
