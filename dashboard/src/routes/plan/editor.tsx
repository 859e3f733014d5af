import type { Plan } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { changedFields, draftErrors, planDraft } from "../../parts/plans/plan-draft.ts"
import { PlanFields, planFields } from "../../parts/plans/plan-fields.tsx"
import { usePlans } from "../../parts/plans/use-plans.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { formatWhole } from "../../ui/format.ts"
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
        {isDirty && <Banner tone="info">{reachOf(plan, changes.default)}</Banner>}
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

/** Whom the change reaches. */
function reachOf({ identities = 0 }: Plan, becomesDefault: boolean | undefined): string {
  if (becomesDefault === true) return "From then on, every customer without a plan of its own has this plan."
  if (becomesDefault === false) return "From then on, customers without a plan of their own have no plan."
  if (identities === 0) return "No customer has this plan now."
  if (identities === 1) return "It changes 1 customer at once."
  return `It changes ${formatWhole(identities)} customers at once.`
}
