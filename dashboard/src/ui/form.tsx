import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import css from "./form.module.css"

interface FormProps {
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** For a submit button outside, such as in the footer of a dialog. */
  readonly id?: string
  /** For fields in columns. */
  readonly isWide?: boolean
  /** Shows the values to people who may not change them. */
  readonly isReadOnly?: boolean
}

/** Fields below each other. Enter submits. */
export function Form({ onSubmit, children, id, isWide = false, isReadOnly = false }: FormProps) {
  return (
    <form
      className={classNames(css.form, isWide && css.wide)}
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <fieldset className={css.fields} disabled={isReadOnly}>
        {children}
      </fieldset>
    </form>
  )
}

export function FormFooter({ children }: { readonly children: ReactNode }) {
  return <div className={css.footer}>{children}</div>
}
