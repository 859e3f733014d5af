import { z } from "zod"
import { event } from "./event.ts"

/** What is sent about one event: the `data` of a stream. */
export const eventMessage = z
  .object({
    type: event.shape.type,
    timestamp: z.string().meta({
      description: "When the change was made, in ISO 8601.",
      examples: ["2026-11-18T09:30:00.000Z"],
    }),
    data: event
      .partial({ changes: true })
      .extend({
        changes: event.shape.changes
          .optional()
          .describe("What changed, as in `events.getEvent`. Absent if the message would exceed 64 KiB."),
        changesOmitted: z
          .literal(true)
          .optional()
          .describe("Present if `changes` is absent. `events.getEvent` returns the whole event."),
      })
      .describe("The event."),
  })
  .meta({ id: "EventMessage" })
