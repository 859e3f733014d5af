import type { Identity, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { useCustomerSwitch } from "./customer-switch.ts"

interface DisableDialogProps {
  readonly customer: Identity
  readonly onClose: () => void
}

/** Says how many keys stop, and disables the customer. */
export function DisableDialog({ customer, onClose }: DisableDialogProps) {
  const mayRead = useCan()("api.*.read_key")
  const { data: count } = useRead(["active-keys", customer.id], (client) => countActiveKeys(client, customer.id), {
    isEnabled: mayRead,
  })
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
        <strong>{stopSentence(mayRead ? count : undefined)}</strong> Keys that you issue to this customer later are
        refused too.
      </p>
      <p>When you enable the customer again, each key is as it was before.</p>
    </ConfirmDialog>
  )
}

function stopSentence(count: ActiveKeys | undefined): string {
  if (count === undefined) return "All its keys stop working at once."
  if (count.hasMore) return `More than ${formatWhole(count.keys)} keys stop working at once.`
  if (count.keys === 0) return "It has no active key now."
  return count.keys === 1 ? "1 key stops working at once." : `${formatWhole(count.keys)} keys stop working at once.`
}

interface ActiveKeys {
  readonly keys: number
  readonly hasMore: boolean
}

/** Enough to tell how large the step is. */
const countedAtMost = 1_000

/** The keys that are accepted now, because the others stop nothing. */
async function countActiveKeys(client: Client, identityId: string): Promise<Result<ActiveKeys>> {
  let keys = 0
  let cursor: string | undefined
  for (;;) {
    const page = await client.keys.listKeys({
      identityId,
      status: "active",
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    })
    if (page.error) return page
    keys += page.data.length
    cursor = page.pagination.cursor
    const { hasMore } = page.pagination
    if (!hasMore || keys >= countedAtMost) return { ...page, data: { keys, hasMore } }
  }
}
