import type { Delivery, EventToSend } from "../core/webhook-rules.ts"
import type { Span, Tracer } from "../tracing/tracer.ts"
import type { Endpoint } from "./endpoint.ts"

interface DeliveryFacts {
  readonly webhook: Endpoint["webhook"]
  readonly event: EventToSend
  readonly before: Delivery | undefined
  readonly requestId: string | null
}

/** Part of the trace of the request that has caused the event, if this process made that change, else of its own trace. */
export function startDelivery(tracer: Tracer, { webhook, event, before, requestId }: DeliveryFacts): Span | undefined {
  const attributes = {
    "keyward.workspace.id": webhook.workspaceId,
    "keyward.webhook.id": webhook.id,
    "keyward.event.id": event.eventId,
    "keyward.event.type": event.type,
    "keyward.attempt": (before?.attemptCount ?? 0) + 1,
  }
  const cause = requestId === null ? undefined : tracer.causeOf(requestId)
  return tracer.start({ name: "deliver webhook", kind: "internal", attributes }, cause)
}
