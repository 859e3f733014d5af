import type { Webhook } from "@keyward/client"
import { useState } from "react"
import { hourMs } from "../../../../src/core/durations.ts"
import { messageOf } from "../../error-messages.ts"
import { TimeField, wholeMinute } from "../../parts/fields/time-field.tsx"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Banner } from "../../ui/states.tsx"
import { Moment } from "../../ui/time.tsx"

interface MoveDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Moves the webhook back in the log, so that everything since then is sent again. */
export function MoveDialog({ webhook: { webhookId, enabled }, onClose }: MoveDialogProps) {
  const { scope } = useWebhookOwner()
  const [from, setFrom] = useState(() => wholeMinute(Date.now() - hourMs))
  const move = useChange((client, time: number) => client.webhooks.updateWebhook({ ...scope, webhookId, from: time }), {
    showsError: true,
    done: () => ({ title: enabled ? "Sending again from there." : "Moved. It begins there when you enable it." }),
    onDone: onClose,
  })
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={move.isBusy} onClick={() => move.run(from)} variant="primary">
            Send again from there
          </Button>
        </>
      }
      isOpen
      keepsText={false}
      onClose={onClose}
      title="Send again from a time"
    >
      <p>
        Every event that the webhook wants since <Moment time={from} /> is sent, also those that your endpoint has
        accepted before. Your endpoint finds repetitions by their event id.
      </p>
      <TimeField onChange={setFrom} value={from} />
      <p>A time in the future skips everything up to now.</p>
      {move.error && <Banner tone="bad">{messageOf(move.error)}</Banner>}
    </Dialog>
  )
}
