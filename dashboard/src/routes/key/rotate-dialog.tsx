import type { Key, MintedKey } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { NewSecret } from "../../parts/keys/new-secret.tsx"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Banner } from "../../ui/states.tsx"

const graces = [
  { value: "0", label: "Now", sentence: "The old secret is refused with EXPIRED immediately." },
  { value: "3600000", label: "1 hour", sentence: "Both secrets work for an hour." },
  { value: "86400000", label: "24 hours", sentence: "Both secrets work for 24 hours." },
  { value: "604800000", label: "7 days", sentence: "Both secrets work for 7 days." },
] as const
type Grace = (typeof graces)[number]["value"]

interface RotateDialogProps {
  readonly apiKey: Key
  readonly onClose: () => void
}

/** Makes a successor with a new secret, and lets the old one go on for a while. */
export function RotateDialog({ apiKey, onClose }: RotateDialogProps) {
  const [grace, setGrace] = useState<Grace>("86400000")
  const [minted, setMinted] = useState<MintedKey>()
  const rotation = useChange(
    (client, expiration: number) => client.keys.rerollKey({ keyId: apiKey.keyId, expiration }),
    { onDone: setMinted, showsError: true },
  )
  if (minted) return <Rotated apiId={apiKey.apiId} minted={minted} onClose={onClose} />
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={rotation.isBusy} onClick={() => rotation.run(Number(grace))} variant="primary">
            Rotate
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Rotate the key"
    >
      <p>
        A new key gets the same settings and shares the credits. Choose when the old secret stops, so that your customer
        has time to change it.
      </p>
      <div>
        <Segmented label="The old secret stops" onChange={setGrace} options={graces} value={grace} />
      </div>
      <p>{graces.find(({ value }) => value === grace)?.sentence}</p>
      {rotation.error && <Banner tone="bad">{messageOf(rotation.error)}</Banner>}
    </Dialog>
  )
}

interface RotatedProps {
  readonly minted: MintedKey
  readonly apiId: string
  readonly onClose: () => void
}

function Rotated({ minted, apiId, onClose }: RotatedProps) {
  const [isStored, setStored] = useState(false)
  const { workspaceId } = useWorkspace()
  return (
    <Dialog
      footer={
        <>
          <Button disabled={!isStored} onClick={onClose}>
            Stay with the old key
          </Button>
          {isStored && (
            <Link
              className={buttonClass("primary")}
              onClick={onClose}
              params={{ workspaceId, keyId: minted.keyId }}
              to="/w/$workspaceId/keys/$keyId"
            >
              Open the new key
            </Link>
          )}
        </>
      }
      isDismissable={false}
      isOpen
      onClose={onClose}
      title="The new key"
    >
      <NewSecret apiId={apiId} isStored={isStored} onStored={setStored} secret={minted.key} />
    </Dialog>
  )
}
