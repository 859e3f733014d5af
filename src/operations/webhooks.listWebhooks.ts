import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { webhook, webhookFields } from "../contract/webhook.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"
import { showWebhook } from "./shared/webhooks/show-webhook.ts"

export const listWebhooks = pagedQuery({
  name: "webhooks.listWebhooks",
  title: "List webhooks",
  summary: "List the webhooks of the workspace and how delivery to each is going.",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.read_webhook"],
  input: z.strictObject({
    workspaceId: webhookFields.workspaceId,
    ...searchInput("Only webhooks whose id, origin or description contains this text."),
  }),
  output: z.array(webhook),
  errors: ["data/workspace_not_found"],
  example: { limit: 20 },
  run(context) {
    const { input, workspace, store, after: cursor } = context
    return pageOf({
      limit: input.limit,
      after: cursor,
      async list(page) {
        const webhooks = await store.webhooks.list(workspace.id, { ...page, search: input.search })
        return Promise.all(webhooks.map((one) => showWebhook(context, store, one)))
      },
      present: (shown) => shown,
      positionOf: ({ webhookId }) => webhookId,
    })
  },
})
