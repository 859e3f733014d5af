import { minuteMs } from "../../../../src/core/durations.ts"
import { Field, TextInput } from "../../ui/field.tsx"

interface TimeFieldProps {
  readonly value: number
  readonly onChange: (time: number) => void
}

/** A moment, typed in the time zone of the person. */
export function TimeField({ value, onChange }: TimeFieldProps) {
  return (
    <Field hint="In your time zone." label="Time">
      {(control) => (
        <TextInput
          {...control}
          onChange={(text) => {
            const time = new Date(text).getTime()
            if (!Number.isNaN(time)) onChange(time)
          }}
          type="datetime-local"
          value={localText(value)}
        />
      )}
    </Field>
  )
}

/** In whole minutes, as people read it. */
export function wholeMinute(time: number): number {
  return Math.ceil(time / minuteMs) * minuteMs
}

/** As the input of browsers wants it: local, without a zone. */
function localText(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs
  return new Date(time - offsetMs).toISOString().slice(0, 16)
}
