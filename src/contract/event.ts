import { z } from "zod"
import { millis } from "./primitives.ts"

export const eventTypes = [
  "workspace.created",
  "workspace.updated",
  "workspace.disabled",
  "workspace.enabled",
  "workspace.deleted",
  "root_key.created",
  "root_key.updated",
  "root_key.rerolled",
  "root_key.deleted",
  "api.created",
  "api.updated",
  "api.deleted",
  "key.created",
  "key.updated",
  "key.deleted",
  "key.rerolled",
  "key.decrypted",
  "key.refilled",
  "migration.created",
  "identity.created",
  "identity.updated",
  "identity.deleted",
  "permission.created",
  "permission.updated",
  "permission.deleted",
  "role.created",
  "role.updated",
  "role.deleted",
  "ratelimit_namespace.created",
  "ratelimit_namespace.deleted",
  "ratelimit_override.created",
  "ratelimit_override.updated",
  "ratelimit_override.deleted",
  "member.created",
  "member.updated",
  "member.deleted",
  "invitation.created",
  "invitation.accepted",
  "invitation.revoked",
  "user.created",
  "user.updated",
  "user.deleted",
  "session.created",
  "session.revoked",
  "session.refused",
  "setup.used",
  "reset.created",
  "reset.used",
  "reset.revoked",
  "device_login.approved",
  "device_login.denied",
] as const

export type EventType = (typeof eventTypes)[number]

/** The part of an event type before the dot, or `balance`: several keys can share one balance. */
export type ResourceType = (EventType extends `${infer Resource}.${string}` ? Resource : never) | "balance"

const changed = z.record(z.string(), z.unknown()).nullable()

export const event = z
  .object({
    eventId: z.string().describe("Id of the event."),
    type: z.string().meta({
      description: "What happened, as `<object>.<change>`.",
      examples: ["key.created", "workspace.disabled"],
    }),
    time: millis.describe("When the change was made, in Unix milliseconds."),
    actor: z
      .object({
        type: z
          .enum(["operator", "root_key", "api_key", "user", "system"])
          .describe("What made the change. `system` is Keyward itself."),
        id: z
          .string()
          .describe(
            "Id of the key or the user, or `operator`. For `system`, the cause: `quota`, `refill`, `import` or `sign_in`.",
          ),
        name: z.string().optional().describe("The name of the user at that time. Absent for other actors."),
        sessionId: z
          .string()
          .optional()
          .describe("Id of the session of a caller who had signed in. Absent for other callers."),
      })
      .describe("Who made the change."),
    workspaceId: z
      .string()
      .describe("Id of the workspace that the event belongs to; `installation` for events about users and sessions."),
    resources: z
      .array(
        z.object({
          type: z.string().meta({ description: "What the object is.", examples: ["key", "api", "balance"] }),
          id: z.string().describe("Id of the object."),
          name: z.string().optional().describe("The present name of the object. Absent if it has none or was deleted."),
        }),
      )
      .describe("The objects that the event concerns, the changed one first."),
    requestId: z
      .string()
      .optional()
      .describe("`meta.requestId` of the call that made the change. Absent for `system`."),
    changes: z
      .object({
        before: changed.describe("The changed fields before the change. null if the object was created."),
        after: changed.describe("The changed fields after the change. null if the object was deleted."),
      })
      .describe("What changed. Lists hold only the entries that were removed and added. Secrets never appear."),
  })
  .meta({ id: "Event" })
