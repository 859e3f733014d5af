import { type Family, gauge, sample } from "./families.ts"

export interface WebhookMetrics {
  /** A request to an endpoint has ended. */
  sent(result: Sent): void
  families(): readonly Family[]
}

interface Sent {
  readonly durationMs: number
  /** Absent if the endpoint accepted it. */
  readonly error?: string | undefined
}

const requestsName = "keyward_webhook_requests_total"
const requestsHelp = "Requests to endpoints of webhooks, by result. Tests of an endpoint count too."
const secondsName = "keyward_webhook_request_seconds_total"
const secondsHelp = "Seconds that requests to endpoints of webhooks took, by result."
const deliversHelp = "1 while this node delivers webhooks, otherwise 0."

/** `delivers` tells whether this node has the duty. */
export function createWebhookMetrics({ delivers }: { delivers(): boolean }): WebhookMetrics {
  const results = {
    accepted: { requests: 0, milliseconds: 0 },
    failed: { requests: 0, milliseconds: 0 },
  }
  const counter = (name: string, help: string, read: (result: keyof typeof results) => number): Family => {
    const samples = (["accepted", "failed"] as const).map((result) => sample(name, read(result), { result }))
    return { name, type: "counter", help, samples }
  }
  return {
    sent({ error, durationMs }) {
      const result = results[error === undefined ? "accepted" : "failed"]
      result.requests += 1
      result.milliseconds += durationMs
    },
    families: () => [
      gauge("keyward_webhook_delivers", deliversHelp, delivers() ? 1 : 0),
      counter(requestsName, requestsHelp, (result) => results[result].requests),
      counter(secondsName, secondsHelp, (result) => results[result].milliseconds / 1_000),
    ],
  }
}
