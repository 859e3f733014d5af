import { useState } from "react"
import { allNotices } from "../../../../src/contract/event-types.ts"
import { Button } from "../../ui/button.tsx"
import { Field } from "../../ui/field.tsx"
import { counted } from "../../ui/format.ts"
import { MultiSelect } from "../../ui/multi-select.tsx"
import { selectionsLike, typesIn } from "./event-selection.ts"
import css from "./webhooks.module.css"

interface TypePickerProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error?: string | undefined
  readonly isReadOnly?: boolean
}

const presets = [
  { label: "Everything", types: ["*"] },
  { label: "Notices", types: [allNotices] },
  { label: "Keys", types: ["key.*"] },
  { label: "Customers", types: ["identity.*"] },
  { label: "Security", types: ["root_key.*", "member.*", "key.decrypted", "webhook.*"] },
] as const

/** Which events are sent, found by name or by words. */
export function TypePicker({ value, onChange, error, isReadOnly = false }: TypePickerProps) {
  const [search, setSearch] = useState("")
  return (
    <div className={css.types}>
      <Field error={error} hint={hintOf(value)} label="Events">
        {(control) => (
          <MultiSelect
            {...control}
            emptyText="No such event"
            onChange={onChange}
            onSearch={setSearch}
            options={selectionsLike(search)}
            placeholder="Search: key.*, expired, disabled …"
            search={search}
            value={value}
          />
        )}
      </Field>
      {!isReadOnly && (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be laid out in a line everywhere.
        <div aria-label="Frequent choices" className={css.presets} role="group">
          <span className={css.add}>Add:</span>
          {presets.map(({ label, types }) => (
            <Button key={label} onClick={() => onChange(added(value, types))} size="small" variant="quiet">
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function hintOf(value: readonly string[]): string {
  if (value.length === 0) return "Choose at least one."
  if (value.includes("*")) return "Every change in this workspace, also of types that later versions add."
  return `${counted(typesIn(value).length, "type")} of events.`
}

/** Everything needs nothing else beside it. */
function added(value: readonly string[], types: readonly string[]): readonly string[] {
  return types.includes("*") ? types : [...new Set([...value.filter((one) => one !== "*"), ...types])]
}
