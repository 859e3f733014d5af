import type { Identity } from "@keyward/client"
import { disabledCustomer } from "../../../../src/contract/touches.ts"
import { Reached } from "../../parts/reach.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { useCustomerSwitch } from "./customer-switch.ts"

interface DisableDialogProps {
  readonly customer: Identity
  readonly onClose: () => void
}

/** Says how many keys stop, and disables the customer. */
export function DisableDialog({ customer, onClose }: DisableDialogProps) {
  const change = useCustomerSwitch(customer, onClose)
  return (
    <ConfirmDialog
      action="Disable customer"
      isBusy={change.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => change.run(false)}
      title={`Disable ${visibleText(customer.externalId)}?`}
    >
      <p>
        <Reached input={{ identity: customer.id, enabled: false }} touches={disabledCustomer} /> Keys that you issue to
        this customer later are refused too.
      </p>
      <p>When you enable the customer again, each key is as it was before.</p>
    </ConfirmDialog>
  )
}
