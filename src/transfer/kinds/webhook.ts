import { z } from "zod"
import { text } from "../../contract/primitives.ts"
import { webhookFields, webhookFormats } from "../../contract/webhook.ts"
import { withNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { type Webhook, webhookInEvent } from "../../core/webhook.ts"
import { startingState } from "../../core/webhook-rules.ts"
import { findEach } from "../import-target.ts"
import { idSchema, times } from "../line-fields.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

/** The rest of a URL may be a secret, so a line has only its origin. */
const schema = z.strictObject({
  kind: z.literal("webhook"),
  id: idSchema("whk"),
  origin: webhookFields.url,
  types: z.array(text(1, 64)).min(1).max(50),
  format: z.enum(webhookFormats),
  description: webhookFields.description.optional(),
  ...times,
})

export const webhookKind: Kind<z.infer<typeof schema>, Webhook> = {
  ...standalone,
  name: "webhook",
  nouns: ["webhook", "webhooks"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.webhooks.list(workspaceId, page)),
  lineOf: ({ id, origin, types, format, description, createdAt, updatedAt }) => ({
    kind: "webhook",
    id,
    origin,
    types: [...types],
    format,
    ...(description === null ? {} : { description }),
    createdAt,
    ...(updatedAt === null ? {} : { updatedAt }),
  }),
  listExisting: ({ reads, workspaceId }, ids) => findEach(ids, (id) => reads.webhooks.find(workspaceId, id)),
  // Its owner has to change it before it works again, so the time of the last change differs.
  comparable: ({ updatedAt: _updatedAt, ...entry }) => entry,
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({
      ...withNulls(entry, "description", "updatedAt"),
      workspaceId,
      enabled: false,
      disabledReason: "request",
      ciphertext: null,
    }),
  insert: insertEach(async (tx, webhook) =>
    tx.webhooks.insert(webhook, startingState(webhook.id, await tx.events.findLatest())),
  ),
  eventOf: (webhook) => created("webhook", webhook.id, webhookInEvent(webhook)),
}
