import type { FormEvent, ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import { AttemptError } from "./attempt-error.tsx"
import css from "./sign-in.module.css"
import type { Attempt } from "./use-attempt.ts"

/** The text of a field when the form is sent. */
export type ReadField = (name: string) => string

interface UncontrolledFormProps {
  /** Stays the same in all versions, for password managers. */
  readonly name: string
  readonly attempt: Attempt
  readonly onSend: (read: ReadField) => Promise<unknown>
  readonly children?: ReactNode
  /** Fields that show their own errors. */
  readonly fields?: readonly string[]
  readonly button: string
  /** What the person can do instead, beside the button. */
  readonly otherAction?: ReactNode
}

/** A form that reads its fields when it is sent. Password managers do not always report what they fill in. */
export function UncontrolledForm(props: UncontrolledFormProps) {
  const { name, attempt, onSend, children, fields, button, otherAction } = props
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const isDone = await attempt.run(() => onSend((field) => String(values.get(field) ?? "")))
    if (!isDone) focusSecret(form)
  }
  return (
    <form className={css.form} name={name} onSubmit={send}>
      <AttemptError attempt={attempt} {...(fields && { fields })} />
      {children}
      <div className={css.actions}>
        <Button isBusy={attempt.isBusy} type="submit" variant="primary">
          {button}
        </Button>
        {otherAction}
      </div>
    </form>
  )
}

/** Most refusals are about the secret, and the button that had the focus was disabled. */
function focusSecret(form: HTMLFormElement): void {
  const secret =
    form.querySelector<HTMLInputElement>("input[name=password], input[name=key]") ?? form.querySelector("input")
  secret?.focus()
  secret?.select()
}
