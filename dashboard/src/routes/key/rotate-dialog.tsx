import type { Key, RotatedKey } from "@keyward/client"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { NewSecret } from "../../parts/keys/new-secret.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Banner } from "../../ui/states.tsx"
import { Moment, useNow } from "../../ui/time.tsx"

const overlaps = [
  { value: "3600000", label: "1 hour" },
  { value: "86400000", label: "24 hours" },
  { value: "604800000", label: "7 days" },
] as const
type Overlap = (typeof overlaps)[number]["value"]

interface RotateDialogProps {
  readonly apiKey: Key
  readonly onClose: () => void
}

/** Gives the key a new secret, and lets the old one work for a while. */
export function RotateDialog({ apiKey, onClose }: RotateDialogProps) {
  const [chosen, choose] = useState<Overlap>("86400000")
  const [rotated, setRotated] = useState<RotatedKey>()
  const now = useNow()
  const rotation = useChange((client, overlap: number) => client.keys.rotateKey({ keyId: apiKey.keyId, overlap }), {
    onDone: setRotated,
    showsError: true,
  })
  if (rotated) return <Rotated apiId={apiKey.apiId} onClose={onClose} rotated={rotated} />
  const isRotating = apiKey.rotation !== undefined
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {!isRotating && (
            <Button disabled={rotation.isBusy} onClick={() => rotation.run(0)} variant="danger">
              Stop the old secret now
            </Button>
          )}
          <Button
            isBusy={rotation.isBusy}
            onClick={() => rotation.run(isRotating ? 0 : Number(chosen))}
            variant={isRotating ? "danger" : "primary"}
          >
            {isRotating ? "Replace both secrets" : "Rotate"}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={isRotating ? "Replace both secrets" : "Rotate the key"}
    >
      {isRotating ? (
        <p>
          A rotation is in progress, and a key has at most two secrets. A third one ends both of them now: every program
          that uses one of them is refused with EXPIRED. To give your customer time, finish or cancel the rotation
          first.
        </p>
      ) : (
        <>
          <p>
            The key gets a new secret and keeps everything else: its id, limits, credits and usage. Choose when the old
            secret stops, so that your customer has time to change it.
          </p>
          <div>
            <Segmented label="The old secret stops" onChange={choose} options={overlaps} value={chosen} />
          </div>
          <p>
            Both secrets work until <Moment time={now + Number(chosen)} />.
          </p>
          <p>If the old secret has leaked, stop it now: it is refused with EXPIRED immediately.</p>
        </>
      )}
      {rotation.error && <Banner tone="bad">{messageOf(rotation.error)}</Banner>}
    </Dialog>
  )
}

interface RotatedProps {
  readonly rotated: RotatedKey
  readonly apiId: string
  readonly onClose: () => void
}

function Rotated({ rotated, apiId, onClose }: RotatedProps) {
  const [isStored, setStored] = useState(false)
  const { key, previousExpires } = rotated
  const works = previousExpires > Date.now()
  return (
    <Dialog
      footer={
        <Button disabled={!isStored} onClick={onClose} variant="primary">
          Done
        </Button>
      }
      isDismissable={false}
      isOpen
      onClose={onClose}
      title="The new secret"
    >
      <NewSecret apiId={apiId} isStored={isStored} onStored={setStored} secret={key} />
      <p>
        {works ? (
          <>
            The old secret works until <Moment time={previousExpires} />. Until then, this page shows whether it is
            still used.
          </>
        ) : (
          "The old secret no longer works."
        )}
      </p>
    </Dialog>
  )
}
