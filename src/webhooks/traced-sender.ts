import { writeTraceparent } from "../core/trace.ts"
import type { SendResult } from "../core/webhook-rules.ts"
import type { SpanEnd, Tracer } from "../tracing/tracer.ts"
import type { WebhookSender } from "./sender.ts"

/** Records each request to an endpoint, which can continue the trace. The URL may be a secret, so the span has none of it. */
export function tracedSender(sender: WebhookSender, tracer: Tracer): WebhookSender {
  const send: WebhookSender["send"] = (job) => {
    const current = tracer.current()
    return sender.send(current === undefined ? job : { ...job, traceparent: writeTraceparent(current) })
  }
  return { ...sender, send: (job) => tracer.within(about, () => send(job), endOf) }
}

const about = { name: "POST webhook", kind: "client", attributes: { "http.request.method": "POST" } } as const

function endOf({ status, error }: SendResult): SpanEnd {
  const hasFailed = error !== undefined
  const attributes = {
    "http.response.status_code": status,
    "error.type": hasFailed ? String(status ?? "no_response") : undefined,
  }
  return { attributes, hasFailed }
}
