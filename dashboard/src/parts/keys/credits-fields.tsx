import type { Credits, CreditsInput, NewKeyRefill, Refill } from "@keyward/client"
import { errorOf } from "../../error-messages.ts"
import { Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { formatWhole } from "../../ui/format.ts"
import { numberIn } from "../fields/number-text.ts"

/** Credits as they are typed. */
export interface CreditsDraft {
  readonly kind: "unlimited" | "counted"
  readonly remaining: string
  readonly refill: "none" | "daily" | "monthly"
  readonly amount: string
  readonly day: string
}

export function creditsDraft(credits: Credits | undefined): CreditsDraft {
  const remaining = credits?.remaining ?? undefined
  return {
    kind: remaining === undefined ? "unlimited" : "counted",
    remaining: remaining === undefined ? "1,000" : formatWhole(remaining),
    refill: credits?.refill?.interval ?? "none",
    amount: formatWhole(credits?.refill?.amount ?? 1_000),
    day: String(credits?.refill?.refillDay ?? 1),
  }
}

/** The credits as the server receives them; undefined means unlimited. */
export function creditsInput(draft: CreditsDraft): CreditsInput | undefined {
  if (draft.kind === "unlimited") return undefined
  const refill = refillInput(draft)
  return { remaining: numberIn(draft.remaining), ...(refill && { refill }) }
}

export function refillInput({ refill, amount, day }: CreditsDraft) {
  if (refill === "none") return undefined
  if (refill === "daily") return { interval: refill, amount: numberIn(amount) }
  return { interval: refill, amount: numberIn(amount), refillDay: numberIn(day) }
}

/** "50,000 every month on day 1" */
export function refillText({ interval, amount, refillDay }: Refill | NewKeyRefill): string {
  const count = formatWhole(amount)
  return interval === "daily" ? `${count} every day` : `${count} every month on day ${refillDay ?? 1}`
}

const kinds = [
  { value: "unlimited", label: "Unlimited" },
  { value: "counted", label: "Counted" },
] as const

const refills = [
  { value: "none", label: "Never" },
  { value: "daily", label: "Every day" },
  { value: "monthly", label: "Every month" },
] as const

interface CreditsFieldsProps {
  readonly value: CreditsDraft
  readonly onChange: (draft: CreditsDraft) => void
  readonly error?: unknown
}

/** How many credits a key has, and when they are refilled. */
export function CreditsFields({ value, onChange, error }: CreditsFieldsProps) {
  const set = (changed: Partial<CreditsDraft>) => onChange({ ...value, ...changed })
  return (
    <>
      <FieldRow>
        <Field hint="Each verification costs one credit, or its own cost." label="Credits">
          {(control) => <Select {...control} onChange={(kind) => set({ kind })} options={kinds} value={value.kind} />}
        </Field>
        {value.kind === "counted" && (
          <Field error={errorOf(error, "credits.remaining")} label="Credits now">
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                onChange={(remaining) => set({ remaining })}
                value={value.remaining}
              />
            )}
          </Field>
        )}
      </FieldRow>
      {value.kind === "counted" && <RefillFields error={error} onChange={set} value={value} />}
    </>
  )
}

interface RefillFieldsProps {
  readonly value: CreditsDraft
  readonly onChange: (changed: Partial<CreditsDraft>) => void
  readonly error?: unknown
}

/** When credits are refilled, and to how many. */
export function RefillFields({ value, onChange, error }: RefillFieldsProps) {
  return (
    <FieldRow>
      <Field hint="Unused credits do not carry over." label="Refill">
        {(control) => (
          <Select {...control} onChange={(refill) => onChange({ refill })} options={refills} value={value.refill} />
        )}
      </Field>
      {value.refill !== "none" && (
        <Field error={errorOf(error, "credits.refill.amount")} label="Refill to">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              onChange={(amount) => onChange({ amount })}
              value={value.amount}
            />
          )}
        </Field>
      )}
      {value.refill === "monthly" && (
        <Field
          error={errorOf(error, "credits.refill.refillDay")}
          hint="UTC; in short months, the last day."
          label="On day"
        >
          {(control) => (
            <TextInput {...control} inputMode="numeric" onChange={(day) => onChange({ day })} value={value.day} />
          )}
        </Field>
      )}
    </FieldRow>
  )
}
