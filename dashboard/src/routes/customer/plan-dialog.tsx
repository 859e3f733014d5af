import type { Identity } from "@keyward/client"
import { useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { generalError } from "../../error-messages.ts"
import { TimeField, wholeMinute } from "../../parts/fields/time-field.tsx"
import { planSummary } from "../../parts/plans/plan-words.ts"
import { usePlans } from "../../parts/plans/use-plans.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, FieldRow, Select } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { formatExact, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

const moments = [
  { value: "now", label: "Now" },
  { value: "month", label: "At the end of this month" },
  { value: "14", label: "In 14 days" },
  { value: "30", label: "In 30 days" },
  { value: "at", label: "At a time …" },
] as const
type Moment = (typeof moments)[number]["value"]

/** No id of a plan looks like this. */
const none = "none"

interface PlanDialogProps {
  readonly customer: Identity
  readonly onClose: () => void
}

/** Gives the customer another plan, now or later. */
export function PlanDialog({ customer, onClose }: PlanDialogProps) {
  const own = customer.plan?.inherited ? undefined : customer.plan
  const [planId, setPlanId] = useState(own?.id ?? none)
  const [moment, setMoment] = useState<Moment>("now")
  const [at, setAt] = useState<number>()
  const plans = usePlans() ?? []
  const byDefault = plans.find((plan) => plan.default)
  const chosen = plans.find(({ id }) => id === planId) ?? (planId === none ? byDefault : undefined)
  const plan = planId === none ? null : planId
  const change = useChange(
    (client) =>
      client.identities.updateIdentity({
        identity: customer.id,
        ...(at === undefined ? { plan } : { planChange: { plan, at } }),
      }),
    {
      showsError: true,
      done: (_data, _input, effect) =>
        at === undefined
          ? {
              title: `${visibleText(customer.externalId)} has ${chosen ? visibleText(chosen.name) : "no plan"} now.`,
              description: effect,
            }
          : { title: `Planned for ${formatExact(at)}.` },
      onDone: onClose,
    },
  )
  const choose = (next: Moment) => {
    setMoment(next)
    setAt(timeOf(next, at))
  }
  const error = generalError(change.error, [])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="set-plan" isBusy={change.isBusy} type="submit" variant="primary">
            {at === undefined ? "Change plan" : "Plan the change"}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Plan of ${visibleText(customer.externalId)}`}
    >
      <Form id="set-plan" onSubmit={() => change.run(undefined)}>
        <Field hint={hintOf(chosen && planSummary(chosen), planId)} label="Plan">
          {(control) => (
            <Select
              {...control}
              onChange={setPlanId}
              options={[
                { value: none, label: byDefault ? `The default plan (${visibleText(byDefault.name)})` : "No plan" },
                ...plans.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
              ]}
              value={planId}
            />
          )}
        </Field>
        <FieldRow>
          <Field hint={at === undefined ? "All its keys have it at once." : formatExact(at)} label="When">
            {(control) => <Select {...control} onChange={choose} options={moments} value={moment} />}
          </Field>
          {moment === "at" && at !== undefined && <TimeField onChange={setAt} value={at} />}
        </FieldRow>
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}

function hintOf(summary: string | undefined, planId: string): string {
  if (summary === undefined) return planId === none ? "Nothing limits the customer but its own settings." : ""
  return summary === "" ? "It gives nothing beside its metadata." : `Gives ${summary}.`
}

function timeOf(moment: Moment, at: number | undefined): number | undefined {
  const now = Date.now()
  switch (moment) {
    case "now":
      return undefined
    case "month": {
      const today = new Date(now)
      return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1)
    }
    case "at":
      return at ?? wholeMinute(now + 30 * dayMs)
    default:
      return wholeMinute(now + Number(moment) * dayMs)
  }
}
