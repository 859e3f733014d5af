import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { itselfWhenDisabled } from "../contract/touches.ts"
import { webhook, webhookFields, webhookTexts } from "../contract/webhook.ts"
import type { Webhook } from "../core/webhook.ts"
import { movedTo, paused, resumed } from "../core/webhook-rules.ts"
import { mutation } from "./operation.ts"
import { eventSelection, selectedTypes } from "./shared/events/event-selection.ts"
import { recordWebhook } from "./shared/webhooks/record-webhook.ts"
import { requireTarget } from "./shared/webhooks/require-target.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"
import { showWebhook } from "./shared/webhooks/show-webhook.ts"
import { startingPosition } from "./shared/webhooks/starting-position.ts"
import { openSecrets, sealSecrets } from "./shared/webhooks/webhook-secrets.ts"

/** Another URL receives what a new webhook would. */
const redirection = "webhook.*.create_webhook"

export const updateWebhook = mutation({
  name: "webhooks.updateWebhook",
  title: "Change a webhook",
  summary: "Change a webhook, enable or disable it, or move it in the log to send events again.",
  touches: itselfWhenDisabled,
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.update_webhook", "event.*.read_event"],
  mayNeed: [redirection],
  input: z.strictObject({
    workspaceId: webhookFields.workspaceId,
    webhookId: ref.describe("Id of the webhook."),
    url: webhookFields.url.optional().describe(webhookTexts.url),
    types: eventSelection.optional().describe(webhookTexts.types),
    description: webhookFields.description.nullable().optional().describe("Description, for people. null removes it."),
    enabled: z
      .boolean()
      .optional()
      .describe("Whether events are sent. What happened while the webhook was disabled is sent when it is enabled."),
    from: webhookFields.from
      .optional()
      .describe(`${webhookTexts.from} Events from there on are sent, again if need be. Default: where it stopped.`),
  }),
  output: webhook,
  errors: ["data/workspace_not_found", "data/webhook_not_found", "application/precondition_failed"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb", types: ["key.*", "identity.*"] },
  async run(context) {
    const { input, workspace, tx, vault, now, grantAlso } = context
    if (input.url !== undefined) grantAlso(redirection)
    const before = await requireWebhook(tx, workspace.id, input.webhookId)
    if (input.url !== undefined) requireTarget(context, input.url)
    if (input.types !== undefined) selectedTypes(input.types)
    const secrets = openSecrets(vault, before)
    const { url = secrets.url, description, types = before.types, enabled = before.enabled } = input
    const wanted: Webhook = {
      ...before,
      types,
      enabled,
      origin: url === null ? before.origin : new URL(url).origin,
      description: description === undefined ? before.description : description || null,
      disabledReason: enabled ? null : (before.disabledReason ?? "request"),
      ciphertext: url === secrets.url ? before.ciphertext : sealSecrets(vault, before.id, { ...secrets, url }),
    }
    if (enabled && !before.enabled) requireComplete(wanted, { ...secrets, url })
    const position = input.from === undefined ? undefined : await startingPosition(tx, workspace.id, input.from)
    await tx.webhooks.changeState(before.id, (state) => {
      const moved = position === undefined ? state : movedTo(state, position)
      if (enabled === before.enabled) return moved
      return enabled ? resumed(moved, now) : paused(moved, now)
    })
    if (position !== undefined) await tx.webhooks.forgetAfter(before.id, position)
    if (enabled && !before.enabled) await tx.webhooks.makeDue(before.id, now)
    const changed = await recordWebhook({ tx, now }, before, { after: wanted, isMoved: input.from !== undefined })
    return showWebhook(context, tx, changed)
  },
})

function requireComplete({ format }: Webhook, { url, signing }: ReturnType<typeof openSecrets>): void {
  if (url === null) throw incomplete("Set its URL first.")
  if (format === "standard" && signing.length === 0)
    throw incomplete("Create its secret with webhooks.rotateSecret first.")
}

function incomplete(what: string) {
  const detail = `The webhook was imported, and an export holds neither whole URLs nor secrets. ${what}`
  return fault("application/precondition_failed", { detail })
}
