import type { Identity } from "@keyward/client"
import { useState } from "react"
import { usePageActions } from "../../page-actions.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { useCustomerSwitch } from "./customer-switch.ts"
import { DisableDialog } from "./disable-dialog.tsx"

/** One switch for all keys of the customer, at the top of its page and in the palette. */
export function SwitchButton({ customer }: { readonly customer: Identity }) {
  const [isAsking, setAsking] = useState(false)
  const mayChange = useCan()(`identity.${customer.id}.update_identity`)
  const change = useCustomerSwitch(customer)
  const { enabled } = customer
  const toggle = () => (enabled ? setAsking(true) : change.run(true))
  usePageActions(
    mayChange
      ? [
          enabled
            ? { label: "Disable this customer …", icon: "pause", onSelect: toggle }
            : { label: "Enable this customer", icon: "play", onSelect: toggle },
        ]
      : [],
  )
  if (!mayChange) return null
  return (
    <>
      <Button icon={enabled ? "pause" : "play"} isBusy={change.isBusy} onClick={toggle}>
        {enabled ? "Disable customer" : "Enable customer"}
      </Button>
      {isAsking && <DisableDialog customer={customer} onClose={() => setAsking(false)} />}
    </>
  )
}
