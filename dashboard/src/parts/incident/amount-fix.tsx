import type { IncidentFix, IncidentRefusals } from "@keyward/client"
import { type FormEvent, useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { Button, type ButtonVariant } from "../../ui/button.tsx"
import { Select, TextInput } from "../../ui/field.tsx"
import { counted, formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { numberIn } from "../fields/number-text.ts"
import { wholeMinute } from "../fields/time-field.tsx"
import { type FixCall, fixLabel } from "./fix-words.ts"
import css from "./incident.module.css"

/** What people decide about a fix before they make it. */
export type Amount =
  | { readonly type: "credits"; readonly least: number; readonly suggested: number }
  | { readonly type: "limit"; readonly limits: readonly Limit[]; readonly limit: Limit }
  | { readonly type: "end" }

interface Limit {
  readonly name: string
  readonly limit: number
  readonly duration: number
  readonly autoApply: boolean
}

/** The amount of an alternative. To take a change back leaves nothing to decide. */
export function amountIn({ kind, input }: IncidentFix, { count, keys, newest }: IncidentRefusals): Amount | undefined {
  if (kind === "undo") return undefined
  if (typeof input.value === "number") {
    return { type: "credits", least: input.value, suggested: Math.max(input.value, count * (newest?.cost ?? 1)) }
  }
  if (typeof input.expires === "number") return { type: "end" }
  const limits = Array.isArray(input.ratelimits) ? input.ratelimits.filter(isLimit) : []
  const refusing = new Set([
    ...(newest?.exceeded ?? []),
    ...keys.flatMap(({ call, now }) => [
      ...(call?.exceeded ?? []),
      ...(now?.checks.flatMap(({ passed, name }) => (passed || name === undefined ? [] : [name])) ?? []),
    ]),
  ])
  const limit = limits.find(({ name }) => refusing.has(name))
  return limit && { type: "limit", limits, limit }
}

function isLimit(value: unknown): value is Limit {
  return typeof value === "object" && value !== null && "name" in value && "limit" in value && "duration" in value
}

interface AmountFixProps {
  readonly fix: IncidentFix
  readonly amount: Amount
  readonly variant: ButtonVariant
  readonly isBusy: boolean
  readonly onSend: (call: FixCall) => void
}

const ends = [
  { value: "1", label: "for 1 day" },
  { value: "7", label: "for 7 days" },
  { value: "30", label: "for 30 days" },
  { value: "90", label: "for 90 days" },
  { value: "never", label: "without an end" },
] as const

/** A fix whose amount people decide, in one line. */
export function AmountFix({ fix, amount, variant, isBusy, onSend }: AmountFixProps) {
  const [text, setText] = useState(() => formatWhole(amount.type === "credits" ? amount.suggested : limitOf(amount)))
  const [end, setEnd] = useState<(typeof ends)[number]["value"]>("7")
  const value = numberIn(text)
  const isEnough = amount.type === "end" || (Number.isSafeInteger(value) && value >= leastOf(amount))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend({ operation: fix.operation, input: { ...fix.input, ...decided(amount, value, end) } })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {amount.type === "end" ? (
        <Select
          aria-label="How long the key lives on"
          className={css.choice}
          onChange={setEnd}
          options={ends}
          value={end}
        />
      ) : (
        <TextInput
          aria-label={amount.type === "credits" ? "Credits to add" : limitLabel(fix, amount.limit)}
          className={css.number}
          inputMode="numeric"
          onChange={setText}
          value={text}
        />
      )}
      {amount.type === "limit" && <span className={css.note}>{formatPer(amount.limit.duration)}</span>}
      <Button disabled={!isEnough} isBusy={isBusy} size="small" type="submit" variant={variant}>
        {amount.type === "credits" ? creditsLabel(fix) : fixLabel(fix)}
      </Button>
      {!isEnough && amount.type === "credits" && (
        <span className={css.note}>The call needs {counted(amount.least, "credit")} more.</span>
      )}
    </form>
  )
}

function limitOf(amount: Amount): number {
  return amount.type === "limit" ? amount.limit.limit : 0
}

function leastOf(amount: Amount): number {
  return amount.type === "credits" ? amount.least : 1
}

function creditsLabel({ operation }: IncidentFix): string {
  return operation === "keys.updateCredits" ? "Add credits" : "Top up the customer"
}

function limitLabel({ operation }: IncidentFix, { name, duration }: Limit): string {
  const owner = operation === "keys.updateKey" ? "key" : "customer"
  return `Limit ${visibleText(name)} of the ${owner}, ${formatPer(duration)}`
}

function decided(amount: Amount, value: number, end: string): IncidentFix["input"] {
  switch (amount.type) {
    case "credits":
      return { value }
    case "end":
      return { expires: end === "never" ? null : wholeMinute(Date.now() + Number(end) * dayMs) }
    case "limit":
      return {
        ratelimits: amount.limits.map((limit) => (limit === amount.limit ? { ...limit, limit: value } : limit)),
      }
  }
}
