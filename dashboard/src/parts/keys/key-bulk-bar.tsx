import type { Key } from "@keyward/client"
import { useState } from "react"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { DeleteKeysDialog } from "./delete-keys-dialog.tsx"
import { useEnableKeys } from "./key-changes.ts"
import css from "./key-table.module.css"
import { SetCustomerDialog } from "./set-customer-dialog.tsx"

interface KeyBulkBarProps {
  readonly keys: readonly Key[]
  readonly onClear: () => void
}

/** The actions on the selected keys. */
export function KeyBulkBar({ keys, onClear }: KeyBulkBarProps) {
  const [dialog, setDialog] = useState<"delete" | "customer">()
  const can = useCan()
  const enabling = useEnableKeys(onClear)
  if (keys.length === 0) return null
  const canUpdate = keys.every(({ apiId }) => can(`api.${apiId}.update_key`))
  const canDelete = keys.every(({ apiId }) => can(`api.${apiId}.delete_key`))
  const close = () => setDialog(undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for forms.
    <div aria-label="Selected keys" className={css.bar} role="group">
      <span className={css.selected} role="status">
        {keys.length} selected
      </span>
      {canUpdate && (
        <>
          <Button isBusy={enabling.isBusy} onClick={() => enabling.run({ keys, enabled: true })} size="small">
            Enable
          </Button>
          <Button isBusy={enabling.isBusy} onClick={() => enabling.run({ keys, enabled: false })} size="small">
            Disable
          </Button>
          <Button onClick={() => setDialog("customer")} size="small">
            Set customer …
          </Button>
        </>
      )}
      {canDelete && (
        <Button onClick={() => setDialog("delete")} size="small" variant="danger">
          Delete …
        </Button>
      )}
      <Button onClick={onClear} size="small" variant="quiet">
        Clear selection
      </Button>
      <DeleteKeysDialog isOpen={dialog === "delete"} keys={keys} onClose={close} onDeleted={onClear} />
      <SetCustomerDialog isOpen={dialog === "customer"} keys={keys} onClose={close} onDone={onClear} />
    </div>
  )
}
