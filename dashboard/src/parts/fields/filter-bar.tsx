import { type FormEvent, type ReactNode, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Select, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Icon } from "../../ui/icon.tsx"
import { Toolbar } from "../../ui/toolbar.tsx"
import css from "./filter-bar.module.css"

export interface FilterField<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly placeholder?: string
}

interface FilterBarProps<Name extends string> {
  readonly fields: readonly FilterField<Name>[]
  readonly values: { readonly [Key in Name]?: string | undefined }
  /** Undefined removes the filter. */
  readonly onChange: (name: Name, value: string | undefined) => void
  /** Filters with a list of their own, before the others. */
  readonly children?: ReactNode
}

/** Filters by exact texts, one at a time. Filters in use are listed below, each with a button that removes it. */
export function FilterBar<Name extends string>({ fields, values, onChange, children }: FilterBarProps<Name>) {
  const [first] = fields
  const [chosen, choose] = useState(first?.name)
  const [text, setText] = useState("")
  const field = fields.find(({ name }) => name === chosen) ?? first
  if (field === undefined) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = text.trim()
    if (value === "") return
    onChange(field.name, value)
    setText("")
  }
  const active = fields.filter(({ name }) => values[name] !== undefined)
  return (
    <>
      <Toolbar>
        {children}
        <form className={css.form} onSubmit={submit}>
          {fields.length > 1 && (
            <Select
              aria-label="Filter by"
              onChange={(name) => {
                choose(name)
                setText("")
              }}
              options={fields.map(({ name, label }) => ({ value: name, label }))}
              value={field.name}
            />
          )}
          <TextInput aria-label={field.label} onChange={setText} placeholder={field.placeholder} value={text} />
          <Button disabled={text.trim() === ""} type="submit">
            Filter
          </Button>
        </form>
      </Toolbar>
      {active.length > 0 && (
        <ul aria-label="Filters in use" className={css.chips}>
          {active.map(({ name, label }) => (
            <li key={name}>
              <button
                aria-label={`Remove the filter ${label}`}
                className={css.chip}
                onClick={() => onChange(name, undefined)}
                type="button"
              >
                <span className={css.value}>
                  {label}: <b>{visibleText(values[name] ?? "")}</b>
                </span>
                <Icon name="cross" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
