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
  "device_login.approved",
  "device_login.denied",
] as const

export type EventType = (typeof eventTypes)[number]

/** The part of an event type before the dot, or `balance`: several keys can share one balance. */
export type ResourceType = (EventType extends `${infer Resource}.${string}` ? Resource : never) | "balance"

const changed = z.record(z.string(), z.unknown()).nullable()

export const event = z
  .object({
    eventId: z.string(),
    type: z.string(),
    time: millis,
    actor: z.object({
      type: z.enum(["operator", "root_key", "api_key", "user", "system"]),
      id: z.string(),
      name: z.string().optional().describe("The name of the user at that time."),
      sessionId: z.string().optional().describe("The session of the caller, if it had signed in."),
    }),
    workspaceId: z.string().describe("`installation` for events about users and sessions."),
    resources: z.array(
      z.object({
        type: z.string(),
        id: z.string(),
        name: z.string().optional().describe("The present name of the object, if it has one and still exists."),
      }),
    ),
    requestId: z.string().optional(),
    changes: z.object({ before: changed, after: changed }),
  })
  .meta({ id: "Event" })
