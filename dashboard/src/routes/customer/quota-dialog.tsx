import type { Identity, QuotaInput } from "@keyward/client"
import { errorOf, generalError } from "../../error-messages.ts"
import { isInherited } from "../../parts/customers/funds.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { type QuotaDraft, quotaDraft, quotaInput } from "../../parts/plans/quota-draft.ts"
import { QuotaFields } from "../../parts/plans/quota-fields.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

interface QuotaDialogProps {
  readonly customer: Identity
  readonly onClose: () => void
}

/** Gives the customer a quota of its own, or removes it. */
export function QuotaDialog({ customer, onClose }: QuotaDialogProps) {
  const { quota } = customer
  const { draft, set, has, isDirty, hasMoved, reset } = useDraft(draftOf(customer))
  const isOwn = quota !== undefined && !isInherited(quota)
  const save = useSavedQuota(customer, onClose)
  const change = (next: QuotaDraft) => {
    for (const field of ["interval", "limit", "beyond", "overage"] as const) set(field)(next[field])
  }
  const submit = () => {
    save.run({
      quota: quotaInput(draft),
      ...(draft.interval === "monthly" && has("day") && { billingDay: numberIn(draft.day) }),
    })
  }
  const error = generalError(save.error, ["quota.limit", "quota.overage", "billingDay"])
  return (
    <Dialog
      footer={
        <>
          {isOwn && (
            <Button isBusy={save.isBusy} onClick={() => save.run({ quota: null })} variant="danger">
              Remove quota
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={isOwn && !isDirty} form="quota" isBusy={save.isBusy} type="submit" variant="primary">
            Save
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Quota of ${visibleText(customer.externalId)}`}
    >
      <Form id="quota" onSubmit={submit}>
        <MovedNotice hasMoved={hasMoved} onReset={reset} />
        {quota !== undefined && !isOwn && <p>The quota of its plan applies now. This one replaces it.</p>}
        <QuotaFields draft={draft} error={save.error} onChange={change} />
        {draft.interval === "monthly" && (
          <Field
            error={errorOf(save.error, "billingDay")}
            hint="First day of each period, 1 to 31; in short months, the last day."
            label="Billing day"
          >
            {(control) => <TextInput {...control} inputMode="numeric" onChange={set("day")} value={draft.day} />}
          </Field>
        )}
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}

/** The quota that applies, or what a new one begins with. */
function draftOf({ quota, billingDay = 1 }: Identity): Pick<QuotaDraft, keyof QuotaDraft> & { readonly day: string } {
  const { interval, ...typed } = quotaDraft(quota)
  return { ...typed, interval: interval === "none" ? "monthly" : interval, day: String(billingDay) }
}

interface QuotaChange {
  readonly quota: QuotaInput | null
  readonly billingDay?: number
}

function useSavedQuota({ id, plan, quota: before }: Identity, onDone: () => void) {
  const undo = useChange((client, quota: QuotaInput) => client.identities.updateIdentity({ identity: id, quota }), {
    done: () => ({ title: "Undone. The quota applies again." }),
  })
  return useChange((client, change: QuotaChange) => client.identities.updateIdentity({ identity: id, ...change }), {
    showsError: true,
    done(_, { quota }, effect) {
      if (quota !== null || before === undefined) return { title: "Saved the quota.", description: effect }
      const { limit, interval, overage } = before
      return {
        title: plan ? "Removed. The quota of its plan applies, if that has one." : "Removed the quota.",
        description: effect,
        action: { label: "Undo", onSelect: () => undo.run({ limit, interval, overage }) },
      }
    },
    onDone,
  })
}
