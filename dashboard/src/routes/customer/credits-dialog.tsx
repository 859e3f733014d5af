import type { IdentitiesUpdateCreditsInput, Identity } from "@keyward/client"
import { useState } from "react"
import { keywardError } from "../../client.ts"
import { errorOf, generalError, messageOf } from "../../error-messages.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

export type CreditStep = "increment" | "decrement" | "set" | "remove"

const words: Readonly<Record<CreditStep, { readonly title: string; readonly label: string; readonly action: string }>> =
  {
    increment: { title: "Top up", label: "Credits to add", action: "Top up" },
    decrement: { title: "Take credits away from", label: "Credits to take away", action: "Take away" },
    set: { title: "Set the balance of", label: "Balance", action: "Set balance" },
    remove: { title: "Remove the credits of", label: "", action: "Remove credits" },
  }

interface CreditsDialogProps {
  readonly customer: Identity
  readonly step: CreditStep
  readonly onClose: () => void
}

/** Changes the credits of the customer once, also if a payment is entered twice. */
export function CreditsDialog({ customer, step, onClose }: CreditsDialogProps) {
  const [amount, setAmount] = useState("")
  const [reference, setReference] = useState("")
  const { title, action } = words[step]
  const change = useChange((client, input: IdentitiesUpdateCreditsInput) => client.identities.updateCredits(input), {
    showsError: true,
    done: ({ remaining, repeated }) => (repeated ? undefined : { title: doneText(remaining) }),
    onDone({ repeated }) {
      if (!repeated) onClose()
    },
  })
  const submit = () =>
    change.run({
      identity: customer.id,
      ...(step === "remove" ? { operation: "set", value: null } : { operation: step, value: numberIn(amount) }),
      ...(reference.trim() !== "" && { reference: reference.trim() }),
    })
  const error = isReferenceUsed(change.error) ? undefined : generalError(change.error, ["value", "reference"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            form="credits"
            isBusy={change.isBusy}
            type="submit"
            variant={step === "remove" ? "danger" : "primary"}
          >
            {action}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`${title} ${visibleText(customer.externalId)}`}
    >
      <Form id="credits" onSubmit={submit}>
        {step === "remove" ? (
          <p>{removalText(customer)}</p>
        ) : (
          <AmountField amount={amount} customer={customer} error={change.error} onChange={setAmount} step={step} />
        )}
        <ReferenceField error={change.error} onChange={setReference} reference={reference} />
      </Form>
      {change.data?.repeated && (
        <Banner>
          Nothing has changed: this reference was counted before, with the same amount.{" "}
          {doneText(change.data.remaining)}
        </Banner>
      )}
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}

interface AmountFieldProps {
  readonly customer: Identity
  readonly step: CreditStep
  readonly amount: string
  readonly onChange: (amount: string) => void
  readonly error: unknown
}

function AmountField({ customer, step, amount, onChange, error }: AmountFieldProps) {
  return (
    <Field error={errorOf(error, "value")} hint={hintOf(customer, step, amount)} label={words[step].label}>
      {(control) => (
        <TextInput
          {...control}
          autoFocus
          inputMode="numeric"
          onChange={onChange}
          placeholder="10,000"
          required
          value={amount}
        />
      )}
    </Field>
  )
}

interface ReferenceFieldProps {
  readonly reference: string
  readonly onChange: (reference: string) => void
  readonly error: unknown
}

function ReferenceField({ reference, onChange, error }: ReferenceFieldProps) {
  return (
    <Field
      error={isReferenceUsed(error) ? messageOf(error) : errorOf(error, "reference")}
      hint="Your id of the payment or invoice. It counts once: entered again, it changes nothing."
      isOptional
      label="Reference"
    >
      {(control) => (
        <TextInput {...control} isMono onChange={onChange} placeholder="pi_3MtwBwLkdIwHu7ix" value={reference} />
      )}
    </Field>
  )
}

function isReferenceUsed(error: unknown): boolean {
  return keywardError(error)?.code === "data/reference_already_used"
}

function doneText(remaining: number | null): string {
  if (remaining === null) return "The customer has no credits now."
  return remaining === 1 ? "1 credit is left now." : `${formatWhole(remaining)} credits are left now.`
}

/** The balance before, and the one after as soon as a number is typed. */
function hintOf({ credits }: Identity, step: CreditStep, amount: string): string {
  const now = credits?.remaining ?? 0
  const typed = numberIn(amount)
  const after = step === "set" ? typed : step === "increment" ? now + typed : Math.max(0, now - typed)
  const before = `${formatWhole(now)} now`
  return Number.isSafeInteger(after) ? `${before}, ${formatWhole(after)} after that.` : `${before}.`
}

function removalText({ credits, quota }: Identity): string {
  const lost = `${formatWhole(credits?.remaining ?? 0)} credits are lost.`
  return quota === undefined
    ? `${lost} The customer has no quota either, so nothing limits what its keys use.`
    : `${lost} The quota alone limits what its keys use.`
}
