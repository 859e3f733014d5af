import { useState } from "react"
import { allNotices } from "../../../../src/contract/event-types.ts"
import { Button } from "../../ui/button.tsx"
import { Field } from "../../ui/field.tsx"
import { counted } from "../../ui/format.ts"
import { MultiSelect } from "../../ui/multi-select.tsx"
import { selectionsLike, typesIn } from "./event-selection.ts"
import { useWebhookOwner } from "./webhook-owner.ts"
import css from "./webhooks.module.css"

interface TypePickerProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error?: string | undefined
  readonly isReadOnly?: boolean
}

const presetsOfInstallation = [
  { label: "Everything", types: ["*"] },
  { label: "Users", types: ["user.*"] },
  { label: "Sign-ins", types: ["session.*"] },
  { label: "Reset links", types: ["reset.*"] },
  { label: "Notices", types: [allNotices] },
] as const

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
  const { isInstallation } = useWebhookOwner()
  return (
    <div className={css.types}>
      <Field error={error} hint={hintOf(value, isInstallation)} label="Events">
        {(control) => (
          <MultiSelect
            {...control}
            emptyText="No such event"
            onChange={onChange}
            onSearch={setSearch}
            options={selectionsLike({ text: search, isInstallation })}
            placeholder={isInstallation ? "Search: user.*, refused, deleted …" : "Search: key.*, expired, disabled …"}
            search={search}
            value={value}
          />
        )}
      </Field>
      {!isReadOnly && (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be laid out in a line everywhere.
        <div aria-label="Frequent choices" className={css.presets} role="group">
          <span className={css.add}>Add:</span>
          {(isInstallation ? presetsOfInstallation : presets).map(({ label, types }) => (
            <Button key={label} onClick={() => onChange(added(value, types))} size="small" variant="quiet">
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function hintOf(value: readonly string[], isInstallation: boolean): string {
  if (value.length === 0) return "Choose at least one."
  if (value.includes("*")) {
    const change = isInstallation
      ? "Every change of users, sessions and these webhooks"
      : "Every change in this workspace"
    return `${change}, also of types that later versions add.`
  }
  return `${counted(typesIn(value, isInstallation).length, "type")} of events.`
}

/** Everything needs nothing else beside it. */
function added(value: readonly string[], types: readonly string[]): readonly string[] {
  return types.includes("*") ? types : [...new Set([...value.filter((one) => one !== "*"), ...types])]
}
