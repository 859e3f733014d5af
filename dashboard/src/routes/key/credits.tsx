import type { Key, KeysUpdateCreditsInput } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { refillText } from "../../parts/keys/credits-fields.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Banner } from "../../ui/states.tsx"
import { RefillForm } from "./refill-form.tsx"

/** The balance of a key, to change, and when it is set again. */
export function KeyCredits({ apiKey }: { readonly apiKey: Key }) {
  const remaining = apiKey.credits?.remaining ?? undefined
  const refill = apiKey.credits?.refill
  const mayChange = useCan()(`api.${apiKey.apiId}.update_key`)
  return (
    <Card title="Credits">
      <Stack>
        <p>
          {remaining === undefined ? (
            "Unlimited: verifications charge nothing."
          ) : (
            <>
              <strong>{formatWhole(remaining)}</strong> left
              {refill ? `, refilled to ${refillText(refill)}` : ", and no refill"}. Rerolled keys share them.
            </>
          )}
        </p>
        <WhoMay needs={`api.${apiKey.apiId}.update_key`} />
        {mayChange && <BalanceForm isUnlimited={remaining === undefined} keyId={apiKey.keyId} />}
        {mayChange && remaining !== undefined && <RefillForm apiKey={apiKey} />}
      </Stack>
    </Card>
  )
}

const changes = [
  { value: "increment", label: "Add" },
  { value: "decrement", label: "Take away" },
  { value: "set", label: "Set to" },
  { value: "unlimited", label: "Make unlimited" },
] as const
type Change = (typeof changes)[number]["value"]

function BalanceForm({ keyId, isUnlimited }: { readonly keyId: string; readonly isUnlimited: boolean }) {
  const [chosen, choose] = useState<Change>("increment")
  const [amount, setAmount] = useState("")
  const change = useChange((client, input: KeysUpdateCreditsInput) => client.keys.updateCredits(input), {
    done: ({ remaining }) => ({
      title: remaining === null ? "Unlimited now." : `${formatWhole(remaining)} credits are left now.`,
    }),
    onDone: () => setAmount(""),
    showsError: true,
  })
  // Unlimited credits can only be set.
  const kind = isUnlimited ? "set" : chosen
  const submit = () =>
    change.run(
      kind === "unlimited"
        ? { keyId, operation: "set", value: null }
        : { keyId, operation: kind, value: numberIn(amount) },
    )
  const general = generalError(change.error, ["value"])
  return (
    <Form onSubmit={submit}>
      <FieldRow>
        <Field label="Change the balance">
          {(control) => (
            <Select
              {...control}
              onChange={choose}
              options={isUnlimited ? changes.filter(({ value }) => value === "set") : changes}
              value={kind}
            />
          )}
        </Field>
        {kind !== "unlimited" && (
          <Field error={errorOf(change.error, "value")} label="Amount">
            {(control) => (
              <TextInput {...control} inputMode="numeric" onChange={setAmount} placeholder="1,000" value={amount} />
            )}
          </Field>
        )}
      </FieldRow>
      {general && <Banner tone="bad">{general}</Banner>}
      <FormFooter>
        <Button disabled={kind !== "unlimited" && amount.trim() === ""} isBusy={change.isBusy} type="submit">
          Change balance
        </Button>
      </FormFooter>
    </Form>
  )
}
