import { useState } from "react"
import { dayMs, hourMs } from "../../../../src/core/durations.ts"
import { messageOf } from "../../error-messages.ts"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { counted } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

const periods = [
  { value: String(hourMs), label: "The last hour" },
  { value: String(dayMs), label: "The last 24 hours" },
  { value: String(7 * dayMs), label: "The last 7 days" },
  { value: String(31 * dayMs), label: "All that are stored (30 days)" },
]

interface RedeliverDialogProps {
  readonly webhookId: string
  readonly onClose: () => void
}

/** Sends everything again that has failed since a time. */
export function RedeliverDialog({ webhookId, onClose }: RedeliverDialogProps) {
  const { scope } = useWebhookOwner()
  const [period, setPeriod] = useState(String(dayMs))
  const again = useChange(
    (client, failedSince: number) => client.webhooks.redeliver({ ...scope, webhookId, failedSince }),
    {
      showsError: true,
      done: ({ deliveries }) => ({
        title: deliveries === 0 ? "Nothing has failed in this time." : `${counted(deliveries, "event")} sent again.`,
      }),
      onDone: onClose,
    },
  )
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={again.isBusy} onClick={() => again.run(Date.now() - Number(period))} variant="primary">
            Send failed again
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Send failed events again"
    >
      <p>
        Sends every event of this time that has failed, at most 10,000. Events that wait need nothing: Keyward sends
        them again itself.
      </p>
      <Field label="Events of">
        {(control) => <Select {...control} onChange={setPeriod} options={periods} value={period} />}
      </Field>
      {again.error && <Banner tone="bad">{messageOf(again.error)}</Banner>}
    </Dialog>
  )
}
