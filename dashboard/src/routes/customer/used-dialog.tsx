import type { Identity } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { periodText } from "../../parts/customers/quota-words.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

interface UsedDialogProps {
  readonly customer: Identity
  readonly quota: NonNullable<Identity["quota"]>
  readonly onClose: () => void
}

/** Sets the count of this period, as goodwill or for a customer that moves in. */
export function UsedDialog({ customer, quota, onClose }: UsedDialogProps) {
  const [text, setText] = useState("0")
  const save = useChange((client, used: number) => client.identities.updateIdentity({ identity: customer.id, used }), {
    showsError: true,
    done: (_, used) => ({ title: `The count is ${formatWhole(used)} of ${formatWhole(quota.limit)} now.` }),
    onDone: onClose,
  })
  const error = generalError(save.error, ["used"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="used" isBusy={save.isBusy} type="submit" variant="primary">
            Set the count
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Correct the count"
    >
      <Form id="used" onSubmit={() => save.run(numberIn(text))}>
        <p>
          {formatWhole(quota.used)} of {formatWhole(quota.limit)} {quota.used === 1 ? "is" : "are"} used{" "}
          {periodText(quota.interval)}. A lower number gives the customer more; overage and credits stay.
        </p>
        <Field error={errorOf(save.error, "used")} label="Used, corrected">
          {(control) => (
            <TextInput {...control} autoFocus inputMode="numeric" onChange={setText} required value={text} />
          )}
        </Field>
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}
