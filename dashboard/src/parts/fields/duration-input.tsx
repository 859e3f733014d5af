import { useState } from "react"
import { dayMs, hourMs, minuteMs } from "../../../../src/core/durations.ts"
import { Select, TextInput } from "../../ui/field.tsx"
import css from "./duration-input.module.css"
import { numberIn } from "./number-text.ts"

const units = [
  { value: "seconds", label: "seconds", ms: 1_000 },
  { value: "minutes", label: "minutes", ms: minuteMs },
  { value: "hours", label: "hours", ms: hourMs },
  { value: "days", label: "days", ms: dayMs },
] as const
type Unit = (typeof units)[number]["value"]

interface DurationInputProps {
  readonly id?: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
  /** For people who do not see a label. */
  readonly "aria-label"?: string
  /** In milliseconds; NaN where no number stands. */
  readonly value: number
  readonly onChange: (ms: number) => void
}

/** A length of time as a number and its unit. */
export function DurationInput({ value, onChange, ...control }: DurationInputProps) {
  const [unit, setUnit] = useState<Unit>(() => largestUnit(value))
  const [text, setText] = useState(() => (Number.isNaN(value) ? "" : String(value / msOf(unit))))
  const change = (nextText: string, nextUnit: Unit) => {
    setText(nextText)
    setUnit(nextUnit)
    onChange(numberIn(nextText) * msOf(nextUnit))
  }
  return (
    <div className={css.duration}>
      <TextInput {...control} inputMode="numeric" onChange={(next) => change(next, unit)} value={text} />
      <Select aria-label="Unit of time" onChange={(next) => change(text, next)} options={units} value={unit} />
    </div>
  )
}

function msOf(unit: Unit): number {
  return units.find(({ value }) => value === unit)?.ms ?? 1
}

function largestUnit(ms: number): Unit {
  const fitting = units.filter((unit) => ms % unit.ms === 0)
  return fitting.at(-1)?.value ?? "seconds"
}
