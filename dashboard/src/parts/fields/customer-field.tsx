import { type ReactNode, useId } from "react"
import { Field, TextInput } from "../../ui/field.tsx"
import { useCustomersLike } from "./use-customer.ts"

interface CustomerFieldProps {
  readonly value: string
  readonly onChange: (externalId: string) => void
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isOptional?: boolean
}

/** The external id of a customer. The browser suggests known ones while people type. */
export function CustomerField({ value, onChange, hint, error, isOptional = false }: CustomerFieldProps) {
  const listId = useId()
  const customers = useCustomersLike(value)
  return (
    <Field error={error} hint={hint} isOptional={isOptional} label="Customer">
      {(control) => (
        <>
          <TextInput {...control} list={listId} onChange={onChange} placeholder="user_42" value={value} />
          <datalist id={listId}>
            {customers.map(({ id, externalId }) => (
              <option key={id} value={externalId} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
