import type { Key, KeysUpdateKeyOutput, Result } from "@keyward/client"
import { useState } from "react"
import type { Client } from "../client.ts"
import { errorOf, generalError, useChange } from "../queries.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Banner } from "../ui/states.tsx"
import { CustomerField } from "./customer-field.tsx"

interface SetCustomerDialogProps {
  readonly keys: readonly Key[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Gives keys to a customer, or takes them away. */
export function SetCustomerDialog({ keys, isOpen, onClose, onDone }: SetCustomerDialogProps) {
  const [externalId, setExternalId] = useState("")
  const change = useChange((client, owner: string) => setOwner(client, keys, owner === "" ? null : owner), {
    done: (_, owner) => ({
      title: `${keys.length === 1 ? "The key" : `${keys.length} keys`} ${owner === "" ? "without a customer now" : `of ${owner} now`}.`,
    }),
    onDone() {
      onClose()
      onDone()
    },
    showsError: true,
  })
  const general = generalError(change.error, ["externalId"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={change.isBusy} onClick={() => change.run(externalId.trim())} variant="primary">
            {externalId.trim() === "" ? "Remove customer" : "Set customer"}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      title={keys.length === 1 ? "Set the customer of a key" : `Set the customer of ${keys.length} keys`}
    >
      <CustomerField
        error={errorOf(change.error, "externalId")}
        hint="Your own id of the customer. A new one is created. Leave it empty to remove the customer."
        onChange={setExternalId}
        value={externalId}
      />
      {general && <Banner tone="bad">{general}</Banner>}
    </Dialog>
  )
}

/** One after the other, because no operation changes the owner of many. The first error ends it. */
async function setOwner(
  client: Client,
  [key, ...rest]: readonly Key[],
  externalId: string | null,
): Promise<Result<KeysUpdateKeyOutput>> {
  if (key === undefined) throw new Error("There is no key to change.")
  const result = await client.keys.updateKey({ keyId: key.keyId, externalId })
  return result.error || rest.length === 0 ? result : setOwner(client, rest, externalId)
}
