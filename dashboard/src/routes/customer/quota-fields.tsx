import type { Identity, QuotaInput } from "@keyward/client"
import { errorOf } from "../../error-messages.ts"
import { intervals } from "../../parts/customers/quota-words.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"

/** A quota as it is typed. */
export type QuotaDraft = Readonly<Record<"limit" | "interval" | "kind" | "overage" | "day", string>>

export function quotaDraft({ quota, billingDay = 1 }: Identity): QuotaDraft {
  const overage = quota?.overage
  return {
    limit: String(quota?.limit ?? 10_000),
    interval: quota?.interval ?? "monthly",
    kind: overage === null ? "any" : overage ? "some" : "stop",
    overage: String(overage || 1_000),
    day: String(billingDay),
  }
}

/** The quota as the server receives it. */
export function quotaIn(draft: QuotaDraft): QuotaInput {
  const kind = kindOf(draft)
  return {
    limit: numberIn(draft.limit),
    interval: intervalOf(draft),
    overage: kind === "any" ? null : kind === "stop" ? 0 : numberIn(draft.overage),
  }
}

const overages = [
  { value: "stop", label: "Refuse (hard stop)" },
  { value: "some", label: "Allow up to …" },
  { value: "any", label: "Pay as you go, without a bound" },
] as const

const overageHints = {
  stop: "Once the quota and all credits are used up, verifications return USAGE_EXCEEDED.",
  some: "Overage begins after the quota and all credits.",
  any: "Nothing is refused. Overage is counted, so that you can bill it.",
}

/** The fields that show their own errors. */
export const quotaFields = ["quota.limit", "quota.overage", "billingDay"]

interface QuotaFieldsProps {
  readonly draft: QuotaDraft
  readonly set: (field: keyof QuotaDraft) => (value: string) => void
  readonly error: unknown
}

/** How much may be used per period, when that begins, and what happens beyond. */
export function QuotaFields({ draft, set, error }: QuotaFieldsProps) {
  const interval = intervalOf(draft)
  const kind = kindOf(draft)
  return (
    <>
      <FieldRow>
        <Field error={errorOf(error, "quota.limit")} hint="For all its keys together." label="Limit">
          {(control) => (
            <TextInput {...control} autoFocus inputMode="numeric" onChange={set("limit")} value={draft.limit} />
          )}
        </Field>
        <Field hint="At 00:00 UTC. Each choice has its own count." label="Starts again">
          {(control) => <Select {...control} onChange={set("interval")} options={intervals} value={interval} />}
        </Field>
      </FieldRow>
      {interval === "monthly" && (
        <Field
          error={errorOf(error, "billingDay")}
          hint="First day of each period, 1 to 31; in short months, the last day."
          label="Billing day"
        >
          {(control) => <TextInput {...control} inputMode="numeric" onChange={set("day")} value={draft.day} />}
        </Field>
      )}
      <FieldRow>
        <Field hint={overageHints[kind]} label="Beyond the limit">
          {(control) => <Select {...control} onChange={set("kind")} options={overages} value={kind} />}
        </Field>
        {kind === "some" && (
          <Field error={errorOf(error, "quota.overage")} hint="Per period." label="Overage at most">
            {(control) => (
              <TextInput {...control} inputMode="numeric" onChange={set("overage")} value={draft.overage} />
            )}
          </Field>
        )}
      </FieldRow>
    </>
  )
}

function intervalOf({ interval }: QuotaDraft): QuotaInput["interval"] {
  return intervals.find(({ value }) => value === interval)?.value ?? "monthly"
}

function kindOf({ kind }: QuotaDraft) {
  return overages.find(({ value }) => value === kind)?.value ?? "stop"
}
