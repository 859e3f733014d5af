import type { Webhook } from "@keyward/client"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { typeInWords } from "../../parts/events/type-words.ts"
import { AttemptResult } from "../../parts/webhooks/attempt-result.tsx"
import { offeredTypes, typesIn } from "../../parts/webhooks/event-selection.ts"
import { webhookName } from "../../parts/webhooks/webhook-name.ts"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"

interface TestDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Sends a sample now, and shows what the endpoint said. */
export function TestDialog({ webhook, onClose }: TestDialogProps) {
  const { webhookId, types } = webhook
  const { isInstallation, scope } = useWebhookOwner()
  const wanted = typesIn(types, isInstallation)
  const [type, setType] = useState<string>(
    wanted.includes("key.created") ? "key.created" : (wanted[0] ?? "webhook.created"),
  )
  const test = useChange((client, sample: string) => client.webhooks.sendTest({ ...scope, webhookId, type: sample }), {
    showsError: true,
  })
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button isBusy={test.isBusy} onClick={() => test.run(type)} variant="primary">
            {test.data ? "Send another" : "Send test"}
          </Button>
        </>
      }
      isOpen
      keepsText={false}
      onClose={onClose}
      title={`Test ${webhookName(webhook)}`}
    >
      <p>Sends a sample event now, signed as any other. It is not recorded, and not repeated if it fails.</p>
      <Field
        hint={
          wanted.includes(type) ? undefined : "The webhook does not want events of this type, except for this test."
        }
        label="Event"
      >
        {(control) => (
          <Select
            {...control}
            onChange={setType}
            options={offeredTypes(isInstallation).map((value) => ({
              value: value as string,
              label: `${typeInWords(value)} (${value})`,
            }))}
            value={type}
          />
        )}
      </Field>
      <div role="status">{test.isBusy ? "Sending …" : test.data && <AttemptResult attempt={test.data} />}</div>
      {test.error && <Banner tone="bad">{messageOf(test.error)}</Banner>}
    </Dialog>
  )
}
