import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { int, ref } from "../contract/primitives.ts"
import { webhookFields } from "../contract/webhook.ts"
import { rotatedSecrets } from "../core/webhook.ts"
import { mutation } from "./operation.ts"
import { recordWebhook } from "./shared/webhooks/record-webhook.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"
import { openSecrets, sealSecrets } from "./shared/webhooks/webhook-secrets.ts"

const weekMs = 604_800_000
const dayMs = 86_400_000

export const rotateSecret = mutation({
  name: "webhooks.rotateSecret",
  title: "Replace the secret of a webhook",
  summary: "Create another secret for a webhook. For a while, both sign every request. The new one is shown only once.",
  touches: "one object",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.update_webhook", "event.*.read_event"],
  needsFreshSignIn: true,
  input: z.strictObject({
    workspaceId: webhookFields.workspaceId,
    webhookId: ref.describe("Id of the webhook."),
    overlap: int(0, weekMs)
      .default(dayMs)
      .describe("How long the old secret signs too, in milliseconds. Another rotation ends it."),
  }),
  output: z.object({ secret: z.string().describe("The new secret. It is shown only once.") }),
  errors: ["data/workspace_not_found", "data/webhook_not_found", "application/precondition_failed"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb", overlap: 3_600_000 },
  async run({ input, workspace, tx, vault, mint, now }) {
    const before = await requireWebhook(tx, workspace.id, input.webhookId)
    if (before.format === "slack") throw unsigned()
    const secrets = openSecrets(vault, before)
    const secret = mint.webhookSecret()
    const signing = rotatedSecrets(secrets.signing, { secret, endsAt: now + input.overlap })
    const after = { ...before, ciphertext: sealSecrets(vault, before.id, { ...secrets, signing }) }
    await recordWebhook({ tx, now }, before, { after })
    return { secret }
  },
})

function unsigned() {
  return fault("application/precondition_failed", { detail: "Requests with the format `slack` are not signed." })
}
