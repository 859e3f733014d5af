import { useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { Field, FieldRow, Select } from "../../ui/field.tsx"
import { formatExact } from "../../ui/format.ts"
import { TimeField, wholeMinute } from "./time-field.tsx"

const choices = [
  { value: "never", label: "Never" },
  { value: "1", label: "In 1 day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "at", label: "At a time …" },
] as const
type Choice = (typeof choices)[number]["value"]

interface ExpiryFieldProps {
  readonly value: number | undefined
  readonly onChange: (expires: number | undefined) => void
  readonly error?: string | undefined
}

/** When a key ends: never, after some days from now, or at a time. */
export function ExpiryField({ value, onChange, error }: ExpiryFieldProps) {
  const [choice, setChoice] = useState<Choice>(value === undefined ? "never" : "at")
  const shown = value === undefined ? "never" : choice === "never" ? "at" : choice
  const choose = (next: Choice) => {
    setChoice(next)
    if (next === "never") onChange(undefined)
    else if (next === "at") onChange(value ?? wholeMinute(Date.now() + 30 * dayMs))
    else onChange(wholeMinute(Date.now() + Number(next) * dayMs))
  }
  return (
    <FieldRow>
      <Field
        error={error}
        hint={value === undefined ? "The key works until you disable or delete it." : formatExact(value)}
        label="Expires"
      >
        {(control) => <Select {...control} onChange={choose} options={choices} value={shown} />}
      </Field>
      {shown === "at" && value !== undefined && <TimeField onChange={onChange} value={value} />}
    </FieldRow>
  )
}
