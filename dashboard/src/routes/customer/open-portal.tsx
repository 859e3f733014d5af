import type { Identity } from "@keyward/client"
import { usePageActions } from "../../page-actions.ts"
import { useChange, useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"

/** Opens the portal as this customer, to see what it sees. The session may change nothing, and is recorded under the person. */
export function OpenPortalButton({ customer }: { readonly customer: Identity }) {
  const can = useCan()
  const mayOpen = can("portal.*.create_session") && can("portal.*.read_portal") && customer.enabled
  const portal = useRead(["portal"], (client) => client.portal.getPortal(), { isEnabled: mayOpen })
  const create = useChange((client, _tab: Window | null) =>
    client.portal.createSession({ identityId: customer.id, customer: customer.externalId.slice(0, 128) }),
  )
  const open = () => {
    // Browsers let a page open a tab only at once.
    const tab = window.open("about:blank", "_blank")
    if (tab) tab.opener = null
    create.run(tab, {
      onSuccess: ({ data }) => tab?.location.replace(data.url),
      onError: () => tab?.close(),
    })
  }
  const isOn = mayOpen && portal.data?.enabled === true && portal.data.url !== undefined
  usePageActions(isOn ? [{ label: "Open the portal as this customer", icon: "external", onSelect: open }] : [])
  if (!isOn) return null
  return (
    <Button icon="external" isBusy={create.isBusy} onClick={open}>
      Open as customer
    </Button>
  )
}
