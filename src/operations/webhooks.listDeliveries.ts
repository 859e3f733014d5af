import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { notACursor, pageInput } from "../contract/pagination.ts"
import { millis, ref } from "../contract/primitives.ts"
import { delivery, deliveryStatuses, webhookFields } from "../contract/webhook.ts"
import { withoutNulls } from "../core/nulls.ts"
import type { Delivery } from "../core/webhook-rules.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"

export const listDeliveries = pagedQuery({
  name: "webhooks.listDeliveries",
  title: "List deliveries",
  summary: "List the events that were sent to a webhook and the result of each attempt, the newest event first.",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.read_webhook", "event.*.read_event"],
  input: z.strictObject({
    ...pageInput,
    workspaceId: webhookFields.workspaceId,
    webhookId: ref.describe("Id of the webhook."),
    status: z.enum(deliveryStatuses).optional().describe("Only deliveries with this status."),
    since: millis.optional().describe("Only events at or after this time, in Unix milliseconds."),
  }),
  output: z.array(delivery),
  errors: ["data/workspace_not_found", "data/webhook_not_found"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb", limit: 20 },
  async run({ input, workspace, store, after: cursor }) {
    const { id } = await requireWebhook(store, workspace.id, input.webhookId)
    const { status, since, limit } = input
    return pageOf({
      limit,
      after: cursor,
      async list({ limit: most, after }) {
        const before = after === undefined ? undefined : await store.events.findSequence(after)
        if (after !== undefined && before === undefined) throw unknownPosition()
        return store.webhooks.listDeliveries(id, { status, since, before, limit: most })
      },
      present: toWireDelivery,
      // Not the number, because it would show how much other workspaces do.
      positionOf: ({ eventId }) => eventId,
    })
  },
})

function toWireDelivery({ eventId, type, time, status, nextAttemptAt, attempts }: Delivery) {
  return { eventId, type, time, status, ...withoutNulls({ nextAttemptAt }), attempts: [...attempts] }
}

function unknownPosition() {
  return invalidInput({ location: "body.cursor", message: notACursor })
}
