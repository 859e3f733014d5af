import type { PortalView } from "@keyward/client"
import { dayMs, minuteMs } from "../../../src/core/durations.ts"
import { Field, Select, TextInput } from "../ui/field.tsx"
import type { Language } from "./language.ts"
import { usePage } from "./page-context.tsx"

/** Never, after a time from now, or at the end of a day. */
export type ExpiryChoice =
  | { readonly type: "never" }
  | { readonly type: "after"; readonly ms: number }
  | { readonly type: "day"; readonly day: string }

const usualMs = [7, 30, 90, 365].map((days) => days * dayMs)

export function firstChoice({ expiry }: Pick<PortalView, "expiry">): ExpiryChoice {
  const ms = expiry?.default ?? expiry?.max
  return ms === undefined ? { type: "never" } : { type: "after", ms }
}

/** In Unix milliseconds; null for never, undefined for what the portal does without a choice. A day ends where the person is. */
export function endOf(choice: ExpiryChoice, { expiry }: Pick<PortalView, "expiry">, now: number) {
  if (choice.type === "never") return null
  if (choice.type === "day") return new Date(`${choice.day}T23:59:59`).getTime()
  if (choice.ms === (expiry?.default ?? expiry?.max)) return undefined
  // The longest lifetime is exact, and the server's clock may be behind.
  return now + choice.ms - (choice.ms === expiry?.max ? minuteMs : 0)
}

interface ExpiryFieldProps {
  readonly value: ExpiryChoice
  readonly onChange: (choice: ExpiryChoice) => void
}

/** When a new key ends, as far as the portal allows. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const { view, language } = usePage()
  const { say } = language
  const max = view.expiry?.max
  const choose = (chosen: string) => {
    if (chosen === "never") onChange({ type: "never" })
    else if (chosen === "day") onChange({ type: "day", day: dayIn(firstMs(view)) })
    else onChange({ type: "after", ms: Number(chosen) })
  }
  return (
    <>
      <Field label={say("create.expires")}>
        {(control) => (
          <Select
            {...control}
            onChange={choose}
            options={optionsFor(view, language)}
            value={value.type === "after" ? String(value.ms) : value.type}
          />
        )}
      </Field>
      {value.type === "day" && (
        <Field label={say("create.day")}>
          {(control) => (
            <TextInput
              {...control}
              max={max === undefined ? undefined : dayIn(max - dayMs)}
              min={dayIn(0)}
              onChange={(day) => onChange({ type: "day", day })}
              required
              type="date"
              value={value.day}
            />
          )}
        </Field>
      )}
    </>
  )
}

function optionsFor({ expiry }: PortalView, { say, span }: Language) {
  const { default: usual, max } = expiry ?? {}
  const offered = [...usualMs, usual, max].filter((ms) => ms !== undefined && (max === undefined || ms <= max))
  const times = [...new Set(offered)].flatMap((ms) => ms ?? []).sort((one, other) => one - other)
  return [
    ...(max === undefined ? [{ value: "never", label: say("create.never") }] : []),
    ...times.map((ms) => ({ value: String(ms), label: say("create.in", { time: span(ms) }) })),
    // A shorter longest lifetime has no whole day in it.
    ...(max === undefined || max >= 2 * dayMs ? [{ value: "day", label: say("create.onDay") }] : []),
  ]
}

function firstMs({ expiry }: PortalView): number {
  return expiry?.default ?? Math.min(30 * dayMs, (expiry?.max ?? Number.POSITIVE_INFINITY) - dayMs)
}

/** The day after some time, as a date field writes it. */
function dayIn(ms: number): string {
  const date = new Date(Date.now() + ms)
  const two = (number: number) => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
