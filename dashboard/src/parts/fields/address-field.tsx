import { errorWithin } from "../../error-messages.ts"
import { Field, TextArea } from "../../ui/field.tsx"

/** The addresses in a text: one per line, or separated by commas. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((address) => address !== "")
}

interface AddressFieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: unknown
}

/** The networks and addresses that may use a key. */
export function AddressField({ value, onChange, error }: AddressFieldProps) {
  return (
    <Field
      error={errorWithin(error, "ipAllowlist")}
      hint="One network (CIDR) or address per line. Empty means any. Your API must pass the address of its client to each verification."
      label="Allowed addresses"
    >
      {(control) => <TextArea {...control} onChange={onChange} placeholder="198.51.100.0/24" rows={3} value={value} />}
    </Field>
  )
}
