import { z } from "zod"
import { fault, invalidInput } from "../contract/errors.ts"
import { type EventType, eventTypes } from "../contract/event-types.ts"
import { ref, text } from "../contract/primitives.ts"
import { attempt, webhookFields } from "../contract/webhook.ts"
import { nearest } from "../core/nearest.ts"
import { secretsAt } from "../core/webhook.ts"
import { sampleEvent, slackBody } from "../core/webhook-body.ts"
import type { ContextWith } from "./context.ts"
import { consumption } from "./operation.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"
import { asTestDelivery } from "./shared/webhooks/trial-deliveries.ts"
import { openSecrets } from "./shared/webhooks/webhook-secrets.ts"

export const sendTest = consumption({
  name: "webhooks.sendTest",
  title: "Test a webhook",
  summary: "Send a sample to a webhook now, and return the result. Nothing is recorded.",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  waitsOutside: true,
  needs: ["webhook.*.update_webhook", "event.*.read_event"],
  input: z.strictObject({
    workspaceId: webhookFields.workspaceId,
    webhookId: ref.describe("Id of the webhook. It may be disabled."),
    type: text(1, 64).default("key.created").describe("Type of the sample event."),
  }),
  output: attempt,
  errors: [
    "data/workspace_not_found",
    "data/webhook_not_found",
    "limits/too_many_test_deliveries",
    "application/precondition_failed",
  ],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb", type: "key.created" },
  run: (context) => asTestDelivery(context, () => deliver(context)),
})

async function deliver({ input, workspace, store, vault, webhooks, mint, now }: SendContext) {
  const webhook = await requireWebhook(store, workspace.id, input.webhookId)
  const { url, ...secrets } = openSecrets(vault, webhook)
  if (url === null) throw unable("The webhook was imported without its URL. Set it with webhooks.updateWebhook first.")
  const eventId = mint.id("evt")
  const event = sampleEvent({ eventId, type: knownType(input.type), workspaceId: workspace.id, now })
  const message = { type: event.type, timestamp: new Date(now).toISOString(), data: event }
  const body = webhook.format === "slack" ? slackBody(event) : JSON.stringify(message)
  const signing = secretsAt({ url, ...secrets }, now)
  const job = { url, eventId, body, secrets: signing, now }
  // A person waits, so the sample comes before the events of the workspace.
  const place = await webhooks.takePlace(workspace.id, "next")
  try {
    const { retryAfterMs: _retryAfterMs, ...shown } = await webhooks.send(job)
    return shown
  } finally {
    place.giveBack()
  }
}

interface SendContext extends ContextWith<"workspace" | "store" | "vault" | "webhooks" | "mint" | "now"> {
  readonly input: { readonly webhookId: string; readonly type: string }
}

function knownType(name: string): EventType {
  const type = eventTypes.find((one) => one === name)
  if (type !== undefined) return type
  const meant = nearest(name, eventTypes)
  const message = `must be a type of events${meant === undefined ? "" : `, such as \`${meant}\``}`
  throw invalidInput({ location: "body.type", message })
}

function unable(detail: string) {
  return fault("application/precondition_failed", { detail })
}
