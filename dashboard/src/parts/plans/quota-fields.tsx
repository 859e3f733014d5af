import { errorOf } from "../../error-messages.ts"
import { Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { type Beyond, type QuotaDraft, quotaErrors } from "./quota-draft.ts"

const intervals = [
  { value: "daily", label: "Per day" },
  { value: "weekly", label: "Per week" },
  { value: "monthly", label: "Per month" },
  { value: "total", label: "In total" },
] as const

const none = { value: "none", label: "No quota" } as const

const intervalHints: Readonly<Record<QuotaDraft["interval"], string>> = {
  none: "Only credits and rate limits bound its customers.",
  daily: "Starts again at 00:00 UTC.",
  weekly: "Starts again on Monday at 00:00 UTC.",
  monthly: "Starts again on the billing day of the customer, at 00:00 UTC.",
  total: "Never starts again, as in a trial.",
}

const choices = [
  { value: "stop", label: "Refuse (hard stop)" },
  { value: "some", label: "Allow up to …" },
  { value: "any", label: "Pay as you go, without a bound" },
] as const

const choiceHints: Readonly<Record<Beyond, string>> = {
  stop: "Once the quota and all credits are used up, verifications return USAGE_EXCEEDED.",
  some: "Overage begins after the quota and all credits.",
  any: "Nothing is refused. Overage is counted, so that you can bill it.",
}

interface QuotaFieldsProps {
  readonly draft: QuotaDraft
  readonly onChange: (draft: QuotaDraft) => void
  readonly error: unknown
  /** A plan may have none. A customer has a button that removes it. */
  readonly mayBeNone?: boolean
}

/** How much a customer may use per period, and what happens beyond. */
export function QuotaFields({ draft, onChange, error, mayBeNone = false }: QuotaFieldsProps) {
  const set =
    <Name extends keyof QuotaDraft>(name: Name) =>
    (value: QuotaDraft[Name]) =>
      onChange({ ...draft, [name]: value })
  const errors = quotaErrors(draft)
  const hasQuota = draft.interval !== "none"
  return (
    <>
      <FieldRow>
        <Field hint={intervalHints[draft.interval]} label="Period">
          {(control) => (
            <Select
              {...control}
              onChange={set("interval")}
              options={mayBeNone ? [none, ...intervals] : intervals}
              value={draft.interval}
            />
          )}
        </Field>
        {hasQuota && (
          <Field
            error={errors.limit ?? errorOf(error, "quota.limit")}
            hint="For all keys of a customer together. A verification takes 1, unless it has another cost."
            label="Amount"
          >
            {(control) => (
              <TextInput
                {...control}
                autoFocus={!mayBeNone}
                inputMode="numeric"
                onChange={set("limit")}
                value={draft.limit}
              />
            )}
          </Field>
        )}
      </FieldRow>
      {hasQuota && (
        <FieldRow>
          <Field hint={choiceHints[draft.beyond]} label="Beyond the quota">
            {(control) => <Select {...control} onChange={set("beyond")} options={choices} value={draft.beyond} />}
          </Field>
          {draft.beyond === "some" && (
            <Field error={errors.overage ?? errorOf(error, "quota.overage")} hint="Per period." label="Overage at most">
              {(control) => (
                <TextInput {...control} inputMode="numeric" onChange={set("overage")} value={draft.overage} />
              )}
            </Field>
          )}
        </FieldRow>
      )}
    </>
  )
}
