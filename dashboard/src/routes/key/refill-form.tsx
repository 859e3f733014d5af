import type { CreditsPatch, Key } from "@keyward/client"
import { generalError } from "../../error-messages.ts"
import { type CreditsDraft, creditsDraft, RefillFields, refillInput } from "../../parts/keys/credits-fields.tsx"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

/** When the credits of a key are refilled. */
export function RefillForm({ apiKey }: { readonly apiKey: Key }) {
  const stored = creditsDraft(apiKey.credits)
  const { draft, set, isDirty, hasMoved, reset } = useDraft({
    refill: String(stored.refill),
    amount: stored.amount,
    day: stored.day,
  })
  const typed = { ...stored, ...draft, refill: refillNamed(draft.refill) }
  const save = useChange((client, credits: CreditsPatch) => client.keys.updateKey({ keyId: apiKey.keyId, credits }), {
    done: () => ({ title: "Saved the refill." }),
    onDone: reset,
    showsError: true,
  })
  const general = generalError(save.error, ["credits"])
  return (
    <Form onSubmit={() => save.run({ refill: refillInput(typed) ?? null })}>
      <MovedNotice hasMoved={hasMoved} onReset={reset} />
      <RefillFields
        error={save.error}
        onChange={({ refill, amount, day }) => {
          if (refill !== undefined) set("refill")(refill)
          if (amount !== undefined) set("amount")(amount)
          if (day !== undefined) set("day")(day)
        }}
        value={typed}
      />
      {general && <Banner tone="bad">{general}</Banner>}
      <FormFooter>
        <Button disabled={!isDirty} isBusy={save.isBusy} type="submit" variant="primary">
          Save refill
        </Button>
        {isDirty && <Button onClick={reset}>Discard</Button>}
      </FormFooter>
    </Form>
  )
}

function refillNamed(text: string): CreditsDraft["refill"] {
  return (["daily", "monthly"] as const).find((one) => one === text) ?? "none"
}
