import { type FormEvent, type ReactNode, useState } from "react"
import { minuteMs } from "../../../src/core/durations.ts"
import { monthStartOf } from "../../../src/core/usage-period.ts"
import { formatLocal, parseMoment } from "../moment-text.ts"
import { zoneOf } from "../parts/usage/chart-time.ts"
import { margins, presets, type Range, rangeBetween } from "../range.ts"
import { monthName, presetNames } from "../range-label.ts"
import { Button } from "../ui/button.tsx"
import { Field, Select, TextInput } from "../ui/field.tsx"
import { Segmented } from "../ui/segmented.tsx"
import css from "./range-forms.module.css"

interface FormProps {
  readonly range: Range | undefined
  readonly onChoose: (range: Range) => void
}

/** Every way to choose a time. */
export default function RangeForms(props: FormProps) {
  return (
    <div className={css.forms}>
      <Last {...props} />
      <Around {...props} />
      <Between {...props} />
      <Month {...props} />
    </div>
  )
}

function Last({ range, onChoose }: FormProps) {
  return (
    <div className={css.presets}>
      {presets.map((preset) => (
        <Button
          aria-pressed={range?.type === "last" && range.preset === preset}
          className={css.preset}
          key={preset}
          onClick={() => onChoose({ type: "last", preset })}
          size="small"
          variant="quiet"
        >
          Last {presetNames[preset]}
        </Button>
      ))}
    </div>
  )
}

interface LineProps {
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A way to choose a time, with its button. */
function Line({ onSubmit, children }: LineProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={css.line} onSubmit={submit}>
      {children}
      <div className={css.show}>
        <Button type="submit">Show</Button>
      </div>
    </form>
  )
}

function Around({ range, onChoose }: FormProps) {
  const before = range?.type === "around" ? range : undefined
  const [text, setText] = useState(before ? formatLocal(before.at).replace("T", " ") : "")
  const [minutes, setMinutes] = useState(String(before?.minutes ?? 15))
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const at = parseMoment(text, Date.now())
    setWrong(at === undefined)
    const margin = margins.find((one) => String(one) === minutes)
    if (at !== undefined && margin !== undefined) onChoose({ type: "around", at, minutes: margin })
  }
  return (
    <Line onSubmit={submit}>
      <Field
        error={isWrong ? "Write 14:05 or 2026-11-14 14:05, or paste a timestamp." : undefined}
        hint="14:05, 2026-11-14 14:05 or a timestamp"
        label="Around"
      >
        {(control) => <TextInput {...control} maxLength={40} onChange={setText} value={text} />}
      </Field>
      <div className={css.margins}>
        <Segmented
          label="Minutes before and after"
          onChange={setMinutes}
          options={margins.map((one) => ({ value: String(one), label: `± ${one} min` }))}
          value={minutes}
        />
      </div>
    </Line>
  )
}

function Between({ range, onChoose }: FormProps) {
  const before = range?.type === "between" ? range : undefined
  const textOf = (time: number | undefined) => (time === undefined ? "" : formatLocal(time))
  const [from, setFrom] = useState(textOf(before?.from))
  const [until, setUntil] = useState(textOf(before?.until))
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const chosen = rangeBetween(parseMoment(from, Date.now()), parseMoment(until, Date.now()))
    setWrong(chosen === undefined)
    if (chosen) onChoose(chosen)
  }
  return (
    <Line onSubmit={submit}>
      <Field
        error={isWrong ? "Choose a time that begins before it ends." : undefined}
        hint={zoneOf(Date.now(), minuteMs)}
        label="From"
      >
        {(control) => <TextInput {...control} onChange={setFrom} step={1} type="datetime-local" value={from} />}
      </Field>
      <Field hint="Empty: now" label="Until">
        {(control) => <TextInput {...control} onChange={setUntil} step={1} type="datetime-local" value={until} />}
      </Field>
    </Line>
  )
}

const listedMonths = 13

function Month({ range, onChoose }: FormProps) {
  const before = range?.type === "month" ? range.start : undefined
  const listed = Array.from({ length: listedMonths }, (_, index) => monthStartOf(Date.now(), -index))
  const months = before === undefined || listed.includes(before) ? listed : [before, ...listed]
  const [start, setStart] = useState(String(before ?? months[0]))
  return (
    <Line onSubmit={() => onChoose({ type: "month", start: Number(start) })}>
      <Field hint="In UTC, as quotas count" label="Calendar month">
        {(control) => (
          <Select
            {...control}
            onChange={setStart}
            options={months.map((month) => ({ value: String(month), label: monthName(month) }))}
            value={start}
          />
        )}
      </Field>
    </Line>
  )
}
