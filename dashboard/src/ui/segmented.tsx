import css from "./segmented.module.css"

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One of a few. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be laid out in a line everywhere.
    <div aria-label={label} className={css.group} role="group">
      {options.map((option) => (
        <button
          aria-pressed={option.value === value}
          className={css.option}
          key={option.value}
          onClick={() => onChange(option.value)}
          type="button"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
