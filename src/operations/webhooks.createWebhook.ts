import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { webhookFields, webhookFormats, webhookTexts } from "../contract/webhook.ts"
import { created } from "../core/object-events.ts"
import { type Webhook, webhookInEvent, webhooksAtMost } from "../core/webhook.ts"
import { startingState } from "../core/webhook-rules.ts"
import { mutation } from "./operation.ts"
import { eventSelection, selectedTypes } from "./shared/events/event-selection.ts"
import { requireTarget } from "./shared/webhooks/require-target.ts"
import { startingPosition } from "./shared/webhooks/starting-position.ts"
import { sealSecrets } from "./shared/webhooks/webhook-secrets.ts"

export const createWebhook = mutation({
  name: "webhooks.createWebhook",
  title: "Create a webhook",
  summary: "Create an endpoint that receives events as they happen. The secret that signs them is shown only once.",
  touches: "one object",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.create_webhook", "event.*.read_event"],
  input: z.strictObject({
    workspaceId: webhookFields.workspaceId,
    url: webhookFields.url.describe(webhookTexts.url),
    types: eventSelection.describe(webhookTexts.types),
    format: z
      .enum(webhookFormats)
      .default("standard")
      .describe(
        "How an event is written. `standard`: signed JSON as in Standard Webhooks. `slack`: one line of text, unsigned.",
      ),
    description: webhookFields.description.optional().describe("Description, for people."),
    from: webhookFields.from.default("now").describe(`${webhookTexts.from} Default: now.`),
  }),
  output: z.object({
    webhookId: z.string().describe("Id of the new webhook."),
    secret: z
      .string()
      .optional()
      .describe("The secret that signs every request. It is shown only once. Absent with the format `slack`."),
  }),
  errors: ["data/workspace_not_found", "application/precondition_failed"],
  example: { url: "https://hooks.example/keyward", types: ["key.*"], description: "Billing" },
  async run(context) {
    const { input, workspace, tx, vault, mint, now } = context
    requireTarget(context, input.url)
    selectedTypes(input.types)
    if ((await tx.webhooks.count(workspace.id)) >= webhooksAtMost) throw tooManyWebhooks()
    const id = mint.id("whk")
    const secret = input.format === "slack" ? undefined : mint.webhookSecret()
    const signing = secret === undefined ? [] : [{ secret, endsAt: null }]
    const webhook: Webhook = {
      id,
      workspaceId: workspace.id,
      origin: new URL(input.url).origin,
      types: input.types,
      format: input.format,
      description: input.description || null,
      enabled: true,
      disabledReason: null,
      ciphertext: sealSecrets(vault, id, { url: input.url, signing }),
      createdAt: now,
      updatedAt: null,
    }
    const position = await startingPosition(tx, workspace.id, input.from)
    await tx.webhooks.insert(webhook, startingState(id, position))
    tx.record({ ...created("webhook", id, webhookInEvent(webhook)), workspaceId: workspace.id })
    return { webhookId: id, ...(secret === undefined ? {} : { secret }) }
  },
})

function tooManyWebhooks() {
  return fault("application/precondition_failed", {
    detail: `A workspace has at most ${webhooksAtMost} webhooks. Delete one first.`,
  })
}
