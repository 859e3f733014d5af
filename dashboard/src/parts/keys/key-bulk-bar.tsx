import { useState } from "react"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import type { BulkAction, BulkTarget } from "./bulk-change.ts"
import { BulkDialog } from "./bulk-dialog.tsx"
import type { SelectedKeys } from "./key-selection.ts"
import css from "./key-table.module.css"
import { SetCustomerDialog } from "./set-customer-dialog.tsx"

/** The actions on the selected keys. */
export function KeyBulkBar({ selection }: { readonly selection: SelectedKeys }) {
  const [dialog, setDialog] = useState<"customer">()
  /** As it was when the dialog opened: a number must not change while someone types it. */
  const [change, setChange] = useState<{ readonly action: BulkAction; readonly target: BulkTarget }>()
  const { workspaceId } = useWorkspace()
  const can = useCan()
  const { keys, count, target, clear, offered, chooseAll } = selection
  if (count === 0) return null
  const canAll = (action: string) =>
    target.type === "filter" ? can(`api.*.${action}`) : keys.every(({ apiId }) => can(`api.${apiId}.${action}`))
  const close = () => {
    setDialog(undefined)
    setChange(undefined)
  }
  const ask = (action: BulkAction) => setChange({ action, target })
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for forms.
    <div aria-label="Selected keys" className={css.bar} role="group">
      <span className={css.selected}>
        <span role="status">
          {target.type === "filter" ? `All ${counted(count, "key")} that match` : `${formatWhole(count)} selected`}
        </span>
        {offered && !offered.isAtLeast && can("api.*.read_key") && (
          <button className={css.link} onClick={chooseAll} type="button">
            Select all {formatWhole(offered.total)} that match
          </button>
        )}
        {offered?.isAtLeast && <span className={css.hint}>Narrow the filter to at most 10,000 to select all</span>}
      </span>
      {canAll("update_key") && (
        <>
          <Button onClick={() => ask("enable")} size="small">
            Enable …
          </Button>
          <Button onClick={() => ask("disable")} size="small">
            Disable …
          </Button>
          {target.type === "keys" && (
            <Button onClick={() => setDialog("customer")} size="small">
              Set customer …
            </Button>
          )}
        </>
      )}
      {canAll("delete_key") && (
        <Button onClick={() => ask("delete")} size="small" variant="danger">
          Delete …
        </Button>
      )}
      <Button onClick={clear} size="small" variant="quiet">
        Clear selection
      </Button>
      {change && <BulkDialog {...change} onClose={close} onDone={clear} workspaceId={workspaceId} />}
      <SetCustomerDialog isOpen={dialog === "customer"} keys={keys} onClose={close} onDone={clear} />
    </div>
  )
}
