import type { Identity } from "@keyward/client"
import { useChange } from "../../queries.ts"
import { visibleText } from "../../ui/format.ts"

/** Disables or enables a customer, and with it all its keys, through one call. */
export function useCustomerSwitch({ id, externalId }: Identity, onDone?: () => void) {
  const name = visibleText(externalId)
  return useChange((client, enabled: boolean) => client.identities.updateIdentity({ identity: id, enabled }), {
    done: (_, enabled, effect) => ({
      title: enabled
        ? `Enabled ${name}. Its keys are judged as usual again.`
        : `Disabled ${name}. Every key of this customer is refused from now on.`,
      description: effect,
    }),
    ...(onDone && { onDone }),
  })
}
