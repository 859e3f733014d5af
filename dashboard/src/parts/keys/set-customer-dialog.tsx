import type { Key, KeysUpdateKeyOutput, Result } from "@keyward/client"
import { useState } from "react"
import type { Client } from "../../client.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { CustomerField } from "../fields/customer-field.tsx"

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
      title: sentenceOf(keys.length, owner),
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
      {general && (
        <Banner tone="bad">
          {general} {keys.length > 1 && "Some of the keys may have changed. Nothing is lost: set the customer again."}
        </Banner>
      )}
    </Dialog>
  )
}

function sentenceOf(count: number, owner: string): string {
  const keys = count === 1 ? "The key" : `${count} keys`
  if (owner === "") return `${keys} ${count === 1 ? "has" : "have"} no customer now.`
  return `${keys} ${count === 1 ? "belongs" : "belong"} to ${visibleText(owner)} now.`
}

/** Enough to be quick, and few enough to leave room for others. */
const atOnce = 8

/** A call each, because no operation changes the owner of many keys. After an error, no further key is changed. */
async function setOwner(
  client: Client,
  keys: readonly Key[],
  externalId: string | null,
): Promise<Result<KeysUpdateKeyOutput>> {
  const group = keys.slice(0, atOnce)
  const results = await Promise.all(group.map(({ keyId }) => client.keys.updateKey({ keyId, externalId })))
  const rest = keys.slice(atOnce)
  const [result] = [...results.filter(({ error }) => error), ...results]
  if (result === undefined) throw new Error("There is no key to change.")
  return result.error || rest.length === 0 ? result : setOwner(client, rest, externalId)
}
