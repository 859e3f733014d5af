import { type ComponentProps, type ReactNode, useId } from "react"
import { classNames } from "./class-names.ts"
import css from "./field.module.css"
import { Icon } from "./icon.tsx"

interface FieldProps {
  readonly label: ReactNode
  /** For a control that others look for by its id, such as password managers. */
  readonly id?: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isOptional?: boolean
  /** Receives what ties the control to its label, hint and error. */
  readonly children: (control: ControlProps) => ReactNode
}

interface ControlProps {
  readonly id: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
}

/** A labelled control with its hint, or with what is wrong with its value. */
export function Field({ label, id: ownId, hint, error, isOptional = false, children }: FieldProps) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {isOptional && <span className={css.optional}>optional</span>}
      </label>
      {children({ id, ...(note && { "aria-describedby": noteId }), ...(error && { "aria-invalid": true as const }) })}
      {note && (
        <div className={error ? css.error : css.hint} id={noteId}>
          {note}
        </div>
      )}
    </div>
  )
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

interface TextInputProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isMono?: boolean
}

export function TextInput({ onChange, isMono = false, ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...rest}
      className={classNames(css.input, isMono && css.mono, rest.className)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A text that the form reads when it is sent, however it was filled in: by hand or by a password manager. */
export function UncontrolledInput(props: Omit<ComponentProps<"input">, "value" | "onChange">) {
  return <input spellCheck={false} {...props} className={classNames(css.input, props.className)} />
}

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function TextArea({ onChange, ...rest }: TextAreaProps) {
  return (
    <textarea spellCheck={false} {...rest} className={css.input} onChange={(event) => onChange(event.target.value)} />
  )
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** The browser's own list: it works on phones and with every keyboard. */
export function Select<Value extends string>({ value, options, onChange, ...rest }: SelectProps<Value>) {
  return (
    <select
      {...rest}
      className={classNames(css.input, rest.className)}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
      value={value}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

interface ChoiceProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Checkbox({ label, hint, checked, onChange, disabled }: ChoiceProps) {
  return (
    <label className={css.choice}>
      <input checked={checked} disabled={disabled} onChange={() => onChange(!checked)} type="checkbox" />
      <ChoiceText hint={hint} label={label} />
    </label>
  )
}

/** Its form reads "on" when it is checked. */
export function UncontrolledCheckbox({
  label,
  hint,
  name,
  defaultChecked = false,
}: Pick<ChoiceProps, "label" | "hint"> & { readonly name: string; readonly defaultChecked?: boolean }) {
  return (
    <label className={css.choice}>
      <input defaultChecked={defaultChecked} name={name} type="checkbox" />
      <ChoiceText hint={hint} label={label} />
    </label>
  )
}

function ChoiceText({ label, hint }: Pick<ChoiceProps, "label" | "hint">) {
  return (
    <span>
      {label}
      {hint && <span className={classNames(css.hint, css.field)}>{hint}</span>}
    </span>
  )
}

/** For what takes effect at once. */
export function Switch({ label, hint, checked, onChange, disabled }: ChoiceProps) {
  return (
    <label className={classNames(css.choice, css.switch)}>
      <input
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(!checked)}
        aria-checked={checked}
        role="switch"
        type="checkbox"
      />
      <ChoiceText hint={hint} label={label} />
    </label>
  )
}

interface SearchInputProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function SearchInput({ label, placeholder = label, value, onChange }: SearchInputProps) {
  return (
    <div className={css.search}>
      <Icon name="search" />
      <TextInput aria-label={label} onChange={onChange} placeholder={placeholder} type="search" value={value} />
    </div>
  )
}
