import { fault } from "../../../contract/errors.ts"
import type { Webhook } from "../../../core/webhook.ts"
import type { Reads } from "../../../storage/port/store.ts"

export async function requireWebhook(reads: Reads, workspaceId: string, id: string): Promise<Webhook> {
  const webhook = await reads.webhooks.find(workspaceId, id)
  if (webhook === undefined) throw fault("data/webhook_not_found")
  return webhook
}
