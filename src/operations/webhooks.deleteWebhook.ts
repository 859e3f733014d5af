import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { webhookFields } from "../contract/webhook.ts"
import { deletedInEvent } from "../core/event-content.ts"
import { deleted } from "../core/object-events.ts"
import { webhookInEvent } from "../core/webhook.ts"
import { mutation } from "./operation.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"

export const deleteWebhook = mutation({
  name: "webhooks.deleteWebhook",
  title: "Delete a webhook",
  summary: "Delete a webhook with its deliveries. Events that wait for it are not sent.",
  isDestructive: true,
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.delete_webhook"],
  input: z.strictObject({ workspaceId: webhookFields.workspaceId, webhookId: ref.describe("Id of the webhook.") }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/webhook_not_found"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb" },
  isLong: true,
  async run({ input, workspace, tx, now }) {
    const webhook = await requireWebhook(tx, workspace.id, input.webhookId)
    await tx.webhooks.delete(webhook.id, now)
    const before = deletedInEvent(webhookInEvent(webhook))
    tx.record({ ...deleted("webhook", webhook.id, before), workspaceId: workspace.id })
    return {}
  },
})
