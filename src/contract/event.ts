import { z } from "zod"
import { millis } from "./primitives.ts"

const changed = z.record(z.string(), z.unknown()).nullable()

export const event = z
  .object({
    eventId: z.string().describe("Id of the event."),
    type: z.string().meta({
      description: "What happened, as `<object>.<change>`.",
      examples: ["key.created", "workspace.disabled"],
    }),
    sequence: z
      .int()
      .describe("Number of the event in its workspace, without gaps: what is missing in between was not read."),
    time: millis.describe("When the change was made, in Unix milliseconds."),
    actor: z
      .object({
        type: z
          .enum(["operator", "root_key", "api_key", "user", "identity", "system"])
          .describe("What made the change. `identity` is a customer in the portal, `system` Keyward itself."),
        id: z
          .string()
          .describe(
            "Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`.",
          ),
        name: z
          .string()
          .optional()
          .describe(
            "The name of the user at that time; in the portal, the person that the link named. Absent for other actors.",
          ),
        sessionId: z
          .string()
          .optional()
          .describe("Id of the session of a caller who had signed in, or used the portal. Absent for other callers."),
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
