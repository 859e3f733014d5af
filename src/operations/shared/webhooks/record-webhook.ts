import { changesBetween } from "../../../core/changes.ts"
import { updated } from "../../../core/object-events.ts"
import { type Webhook, webhookInEvent } from "../../../core/webhook.ts"
import type { MutationWith } from "../../context.ts"

/** Writes and records the differences, and returns the stored webhook. An event shows no secret, so it may be empty. */
export async function recordWebhook(
  { tx, now }: MutationWith<"tx" | "now">,
  before: Webhook,
  { after, isMoved = false }: { readonly after: Webhook; readonly isMoved?: boolean },
): Promise<Webhook> {
  const changes = changesBetween(webhookInEvent(before), webhookInEvent(after))
  if (changes === undefined && before.ciphertext === after.ciphertext && !isMoved) return before
  const changed = { ...after, updatedAt: now }
  await tx.webhooks.update(changed)
  const recorded = changes ?? { before: {}, after: {} }
  tx.record({ ...updated("webhook", before.id, recorded), workspaceId: before.workspaceId })
  return changed
}
