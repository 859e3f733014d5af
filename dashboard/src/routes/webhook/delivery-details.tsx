import type { Event, Webhook, WebhookDelivery } from "@keyward/client"
import { slackBody } from "../../../../src/core/webhook-body.ts"
import { Load } from "../../parts/load.tsx"
import { AttemptResult } from "../../parts/webhooks/attempt-result.tsx"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange, useRead } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Copyable } from "../../ui/copy.tsx"
import { formatExact, formatWhole } from "../../ui/format.ts"
import { SkeletonLines } from "../../ui/states.tsx"
import css from "./webhook.module.css"

interface DeliveryDetailsProps {
  readonly webhookId: string
  readonly delivery: WebhookDelivery
  readonly format: Webhook["format"]
  readonly maySend: boolean
}

/** Every attempt with its response, and the body that was sent. */
export function DeliveryDetails({ webhookId, delivery, format, maySend }: DeliveryDetailsProps) {
  const { eventId, attempts, status } = delivery
  const { scope } = useWebhookOwner()
  const event = useRead(["event", eventId], (client) => client.events.getEvent({ eventId }))
  const again = useChange((client) => client.webhooks.redeliver({ ...scope, webhookId, eventIds: [eventId] }), {
    done: ({ deliveries }) => ({
      title: deliveries === 0 ? "The webhook no longer wants events of this type." : "Sent again.",
    }),
  })
  // Until this event has loaded, the data is that of the one before.
  const shown = event.data?.eventId === eventId ? event.data : undefined
  return (
    <div className={css.details}>
      <div className={css.line}>
        <Copyable value={eventId} what="event id" />
        {maySend && (
          <Button isBusy={again.isBusy} onClick={() => again.run(undefined)} size="small">
            {status === "waiting" ? "Send now" : "Send again"}
          </Button>
        )}
      </div>
      <section aria-label="Attempts">
        <h3 className={css.heading}>{attempts.length >= 10 ? "The newest 10 attempts" : "Attempts"}</h3>
        {attempts.length === 0 && <p className={css.note}>None yet.</p>}
        <ol className={css.attempts}>
          {attempts.toReversed().map((attempt) => (
            <li className={css.attempt} key={attempt.time}>
              <span className={css.note}>{formatExact(attempt.time)}</span>
              <AttemptResult attempt={attempt} />
            </li>
          ))}
        </ol>
      </section>
      <section aria-label="Body">
        <h3 className={css.heading}>Body</h3>
        <Load query={{ ...event, data: shown }} skeleton={<SkeletonLines count={3} />}>
          {(data) => <Body event={data} format={format} />}
        </Load>
      </section>
    </div>
  )
}

/** The longest body with `changes`, in bytes. */
const longestBody = 65_536

function Body({ event, format }: { readonly event: Event; readonly format: Webhook["format"] }) {
  const { type, time, changes: _changes, ...rest } = event
  const message = { type, timestamp: new Date(time).toISOString(), data: event }
  const size = new TextEncoder().encode(JSON.stringify(message)).length
  if (format === "slack") return <CodeBlock code={slackBody(event)} what="body" />
  const isCut = size > longestBody
  const sent = isCut ? { ...message, data: { ...rest, type, time, changesOmitted: true } } : message
  return (
    <>
      {isCut && (
        <p className={css.note}>
          With its changes, the body would have {formatWhole(size)} bytes, so they are left out. Your endpoint reads
          them with events.getEvent.
        </p>
      )}
      <CodeBlock code={JSON.stringify(sent, null, 2)} what="body" />
    </>
  )
}
