import type { RootKey } from "@keyward/client"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

const overlaps = [
  { value: "0", label: "Stops at once" },
  { value: "3600000", label: "Works for 1 hour more" },
  { value: "86400000", label: "Works for 1 day more" },
  { value: "604800000", label: "Works for 7 days more" },
] as const
type Overlap = (typeof overlaps)[number]["value"]

interface RerollRootKeyProps {
  readonly rootKey: RootKey
  readonly onClose: () => void
}

export function RerollRootKey({ rootKey, onClose }: RerollRootKeyProps) {
  const { rootKeyId } = rootKey
  const [overlap, setOverlap] = useState<Overlap>("86400000")
  const [secret, setSecret] = useState<string>()
  const reroll = useChange((client, expiration: number) => client.rootKeys.rerollRootKey({ rootKeyId, expiration }), {
    showsError: true,
    onDone: (minted) => setSecret(minted.rootKey),
  })
  const name = visibleText(rootKey.name ?? rootKey.start)
  if (secret !== undefined) {
    return <SecretDialog onClose={onClose} secret={secret} title={`New root key for ${name}`} what="root key" />
  }
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={reroll.isBusy} onClick={() => reroll.run(Number(overlap))} variant="primary">
            Create the new key
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Reroll ${name}`}
    >
      {reroll.error && <Banner tone="bad">{messageOf(reroll.error)}</Banner>}
      <p>A new root key with the same name and permissions takes the place of this one.</p>
      <Field label="The old key">
        {(control) => <Select {...control} onChange={setOverlap} options={overlaps} value={overlap} />}
      </Field>
    </Dialog>
  )
}
