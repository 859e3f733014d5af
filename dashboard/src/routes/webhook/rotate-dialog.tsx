import type { Webhook } from "@keyward/client"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { webhookName } from "../../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { WebhookSecret } from "../../parts/webhooks/webhook-secret.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"

const overlaps = [
  { value: "0", label: "Stops at once" },
  { value: "3600000", label: "Signs for 1 hour more" },
  { value: "86400000", label: "Signs for 1 day more" },
  { value: "604800000", label: "Signs for 7 days more" },
] as const
type Overlap = (typeof overlaps)[number]["value"]

interface RotateDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Gives the webhook another secret. For a while, both sign every request. */
export function RotateDialog({ webhook, onClose }: RotateDialogProps) {
  const { webhookId } = webhook
  const { scope } = useWebhookOwner()
  const [overlap, setOverlap] = useState<Overlap>("86400000")
  const [secret, setSecret] = useState<string>()
  const rotate = useChange((client, ms: number) => client.webhooks.rotateSecret({ ...scope, webhookId, overlap: ms }), {
    showsError: true,
    onDone: (minted) => setSecret(minted.secret),
  })
  if (secret !== undefined) {
    return <WebhookSecret onClose={onClose} secret={secret} title={`New secret of ${webhookName(webhook)}`} />
  }
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={rotate.isBusy} onClick={() => rotate.run(Number(overlap))} variant="primary">
            Create the new secret
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Replace the secret of ${webhookName(webhook)}`}
    >
      <p>
        Until the old secret stops, requests carry the signatures of both. Deploy the new secret in that time, and no
        request is refused. A secret that was replaced earlier stops at once.
      </p>
      <Field label="The old secret">
        {(control) => <Select {...control} onChange={setOverlap} options={overlaps} value={overlap} />}
      </Field>
      {rotate.error && <Banner tone="bad">{messageOf(rotate.error)}</Banner>}
    </Dialog>
  )
}
