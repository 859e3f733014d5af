import { useState } from "react"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { TextInput } from "../../ui/field.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import { numberIn } from "../fields/number-text.ts"
import { fixInWords, type KeyFix, rightsFor, sendFix } from "../log/key-fix.ts"
import { WhoMay } from "../people/who-may.tsx"
import { FixForm } from "./fix-form.tsx"
import css from "./incident.module.css"

type CreditFix = Extract<KeyFix, { readonly operation: "keys.updateCredits" | "identities.updateCredits" }>

interface TopUpProps {
  /** Adds the least that helps. */
  readonly fix: CreditFix
  readonly apiId: string
  /** What the refused calls would have cost. */
  readonly suggested: number
  readonly after: string
}

/** Adds credits to the key or to its customer, as many as people want. */
export function TopUp({ fix, apiId, suggested, after }: TopUpProps) {
  const least = fix.input.value
  const [amount, setAmount] = useState(() => formatWhole(Math.max(least, suggested)))
  const can = useCan()
  const change = useChange((client, input: CreditFix) => sendFix(client, input), {
    done: (_, input, effect) => ({ title: fixInWords(input).done, description: effect }),
  })
  const missing = rightsFor(fix, apiId).find((right) => !can(right))
  if (missing !== undefined) return <WhoMay needs={missing} />
  const value = numberIn(amount)
  const isEnough = value >= least
  return (
    <FixForm
      action={fix.operation === "keys.updateCredits" ? "Add credits" : "Top up the customer"}
      after={isEnough ? after : `The call needs ${counted(least, "credit")} more.`}
      isBusy={change.isBusy}
      isPossible={isEnough && Number.isSafeInteger(value)}
      onSubmit={() => change.run(withValue(fix, value))}
    >
      <TextInput
        aria-label="Credits to add"
        className={css.number}
        inputMode="numeric"
        onChange={setAmount}
        value={amount}
      />
    </FixForm>
  )
}

function withValue(fix: CreditFix, value: number): CreditFix {
  return fix.operation === "keys.updateCredits"
    ? { ...fix, input: { ...fix.input, value } }
    : { ...fix, input: { ...fix.input, value } }
}
