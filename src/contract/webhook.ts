import { z } from "zod"
import { createdAt, millis, text, updatedAt, workspaceRef } from "./primitives.ts"

export const webhookFormats = ["standard", "slack"] as const

export type WebhookFormat = (typeof webhookFormats)[number]

export const webhookDisableReasons = ["failing", "gone", "request"] as const

export type WebhookDisableReason = (typeof webhookDisableReasons)[number]

/** The fields of a webhook that callers choose. */
export const webhookFields = {
  workspaceId: workspaceRef.describe(
    "Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own.",
  ),
  url: text(1, 2_048),
  description: text(0, 256),
  from: z.union([text(1, 255), millis]),
}

export const webhookTexts = {
  url: "Where events are sent, with `https`. It may be a secret, so only callers with `update_webhook` see more than its origin.",
  types:
    "Which events are sent: types, such as `key.created`, all types of an object, such as `key.*`, `notices` for all notices, or `*` for everything.",
  from: 'Where the webhook begins: `"now"`, the id of the first event to send, or a time in Unix milliseconds.',
}

export const attempt = z
  .object({
    time: millis.describe("When the request was sent, in Unix milliseconds."),
    durationMs: z.int().describe("How long the attempt took, in milliseconds."),
    status: z.int().optional().describe("HTTP status of the response. Absent if there was none."),
    error: z.string().optional().describe("Why the attempt failed. Absent after a success."),
    response: z
      .string()
      .optional()
      .describe(
        "The first 1,024 bytes of the response. Absent after a success, without a body, and for addresses in `KEYWARD_WEBHOOK_ALLOW`.",
      ),
  })
  .meta({ id: "WebhookAttempt" })

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const delivery = z
  .object({
    eventId: z.string().describe("Id of the event."),
    type: z.string().meta({ description: "Type of the event.", examples: ["key.created"] }),
    time: millis.describe("When the change was made, in Unix milliseconds."),
    status: z
      .enum(deliveryStatuses)
      .describe("`waiting`: it is sent again later. `failed`: it is not, unless webhooks.redeliver asks for it."),
    nextAttemptAt: millis
      .optional()
      .describe("When it is sent again at the earliest, in Unix milliseconds. Absent unless it waits."),
    attempts: z.array(attempt).describe("The newest ten attempts, oldest first."),
  })
  .meta({ id: "WebhookDelivery" })

export const webhook = z
  .object({
    webhookId: z.string().describe("Id of the webhook."),
    url: z.string().describe(`${webhookTexts.url} Without a URL, as after an import, it is the origin of the old one.`),
    types: z.array(z.string()).describe(webhookTexts.types),
    format: z
      .enum(webhookFormats)
      .describe(
        "`standard`: signed JSON as in Standard Webhooks. `slack`: one line of text for Slack and compatible services.",
      ),
    description: z.string().optional().describe("Description, for people. Absent if there is none."),
    enabled: z.boolean().describe("Whether events are sent. A disabled webhook keeps its place and misses nothing."),
    disabledReason: z
      .enum(webhookDisableReasons)
      .optional()
      .describe(
        "`failing`: no success for 5 days. `gone`: the endpoint answered 410. `request`: somebody disabled it, or it was imported. Absent if enabled.",
      ),
    createdAt,
    updatedAt,
    health: z
      .object({
        lastDeliveredAt: millis
          .optional()
          .describe("When the endpoint last accepted an event, in Unix milliseconds. Absent if never."),
        failingSince: millis
          .optional()
          .describe(
            "When the first attempt since the last success failed, in Unix milliseconds. Absent after a success.",
          ),
        waiting: z.int().describe("Events that were refused and are sent again later."),
        behindSince: millis
          .optional()
          .describe("Time of the oldest event that was not yet sent, in Unix milliseconds. Absent if there is none."),
      })
      .describe("How delivery is going."),
  })
  .meta({ id: "Webhook" })
