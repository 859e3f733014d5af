import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { webhook, webhookFields } from "../contract/webhook.ts"
import { query } from "./operation.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"
import { showWebhook } from "./shared/webhooks/show-webhook.ts"

export const getWebhook = query({
  name: "webhooks.getWebhook",
  title: "Show a webhook",
  summary: "Show a webhook and how delivery to it is going.",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.read_webhook"],
  input: z.strictObject({ workspaceId: webhookFields.workspaceId, webhookId: ref.describe("Id of the webhook.") }),
  output: webhook,
  errors: ["data/workspace_not_found", "data/webhook_not_found"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb" },
  async run(context) {
    const { store, workspace, input } = context
    return showWebhook(context, store, await requireWebhook(store, workspace.id, input.webhookId))
  },
})
