import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { exactlyOne } from "../contract/exactly-one.ts"
import { millis, ref } from "../contract/primitives.ts"
import { webhookFields } from "../contract/webhook.ts"
import { updated } from "../core/object-events.ts"
import { wantedTypes } from "../core/webhook.ts"
import type { Delivery } from "../core/webhook-rules.ts"
import type { RecordedEvent } from "../storage/port/events.ts"
import type { MutationWith } from "./context.ts"
import { mutation } from "./operation.ts"
import { requireWebhook } from "./shared/webhooks/require-webhook.ts"

const redeliveredAtMost = 10_000

export const redeliver = mutation({
  name: "webhooks.redeliver",
  title: "Send events again",
  summary: "Send events to a webhook again: some by their ids, or all that failed since a time.",
  touches: "one object",
  callers: ["operator", "root_key"],
  takesInstallation: true,
  needs: ["webhook.*.update_webhook", "event.*.read_event"],
  input: exactlyOne(
    z.strictObject({
      workspaceId: webhookFields.workspaceId,
      webhookId: ref.describe("Id of the webhook."),
      eventIds: z.array(ref).min(1).max(100).optional().describe("Ids of the events, of any age."),
      failedSince: millis
        .optional()
        .describe("All deliveries that failed, of events at or after this time, in Unix milliseconds; 10,000 at most."),
    }),
    ["eventIds", "failedSince"],
  ),
  output: z.object({
    deliveries: z
      .int()
      .describe("How many events are sent again. Those of types that the webhook does not want are not."),
  }),
  errors: ["data/workspace_not_found", "data/webhook_not_found", "data/event_not_found"],
  example: { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb", failedSince: 0 },
  isLong: true,
  async run({ input, workspace, tx, now }) {
    const webhook = await requireWebhook(tx, workspace.id, input.webhookId)
    // A round that ends now would change how long the endpoint was down.
    const state = await tx.webhooks.changeState(webhook.id, (unchanged) => unchanged)
    if (state === undefined) throw fault("data/webhook_not_found")
    const { downMs, downSince } = state
    const afresh = { now, downMs: downMs + (downSince === null ? 0 : now - downSince) }
    const { eventIds, failedSince } = input
    const named =
      eventIds === undefined
        ? await listFailed(tx, webhook.id, failedSince ?? 0)
        : (await findEvents(tx, workspace.id, eventIds)).map((event) => ofEvent(event, webhook.id))
    const types = wantedTypes(webhook)
    const wanted = named.filter(({ type }) => types === undefined || types.includes(type))
    const deliveries = wanted.map((one) => waiting(one, afresh))
    await tx.webhooks.redeliver(deliveries)
    const changes = { before: {}, after: { redelivered: deliveries.length } }
    if (deliveries.length > 0) tx.record({ ...updated("webhook", webhook.id, changes), workspaceId: workspace.id })
    return { deliveries: deliveries.length }
  },
})

type Tx = MutationWith<"tx">["tx"]

function listFailed(tx: Tx, webhookId: string, since: number): Promise<readonly Delivery[]> {
  return tx.webhooks.listDeliveries(webhookId, { status: "failed", since, before: undefined, limit: redeliveredAtMost })
}

async function findEvents(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<readonly RecordedEvent[]> {
  const unique = [...new Set(ids)]
  const found = await Promise.all(unique.map((id) => tx.events.find(id, workspaceId)))
  const missing = unique.find((_id, index) => found[index] === undefined)
  if (missing !== undefined) throw fault("data/event_not_found", { detail: `There is no event \`${missing}\`.` })
  return found.filter((event) => event !== undefined)
}

type Known = Pick<Delivery, "webhookId" | "sequence" | "eventId" | "type" | "time" | "attempts">

function ofEvent({ sequence, id, type, time }: RecordedEvent, webhookId: string): Known {
  return { webhookId, sequence, eventId: id, type, time, attempts: [] }
}

/** All attempts are granted again. */
function waiting(
  { webhookId, sequence, eventId, type, time, attempts }: Known,
  { now, downMs }: { readonly now: number; readonly downMs: number },
): Delivery {
  return {
    ...{ webhookId, sequence, eventId, type, time, attempts, status: "waiting", nextAttemptAt: now },
    ...{ attemptCount: 0, countedAttempts: 0, firstAttemptAt: now, lastAttemptAt: now, downMsAtFirst: downMs },
  }
}
