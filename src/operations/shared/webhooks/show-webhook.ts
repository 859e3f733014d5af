import { toWireWebhook, type Webhook, type WebhookHealth, wantedTypes } from "../../../core/webhook.ts"
import { startingState } from "../../../core/webhook-rules.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"
import { openSecrets } from "./webhook-secrets.ts"

/** A webhook with its health. Only callers who may change it see the whole URL. */
export async function showWebhook({ holds, vault }: ContextWith<"holds" | "vault">, reads: Reads, webhook: Webhook) {
  const url = holds("webhook.*.update_webhook") ? openSecrets(vault, webhook).url : null
  return toWireWebhook(webhook, { url, health: await healthOf(reads, webhook) })
}

async function healthOf(reads: Reads, webhook: Webhook): Promise<WebhookHealth> {
  // It has none if it was deleted since it was found.
  const state =
    (await reads.webhooks.findState(webhook.id)) ?? startingState(webhook.id, await reads.events.findLatest())
  const { workspaceId } = webhook
  const types = wantedTypes(webhook)
  const [next] = await reads.events.list({ workspaceId, types, after: state.position, limit: 1 })
  const { lastDeliveredAt, failingSince } = state
  const waiting = await reads.webhooks.countWaiting(webhook.id)
  return { lastDeliveredAt, failingSince, waiting, behindSince: next?.time ?? null }
}
