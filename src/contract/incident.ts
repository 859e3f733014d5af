import { z } from "zod"
import { event } from "./event.ts"
import { exactlyOne } from "./exactly-one.ts"
import { checkNames, explanation } from "./explanation.ts"
import { fixOperations } from "./fix-operations.ts"
import { millis, ref, workspaceRef } from "./primitives.ts"
import { loggedVerification, pointInTime } from "./usage.ts"
import { codes, explainCodes } from "./verdicts.ts"

/** Every list of an incident is at most so long. */
export const incidentListsAtMost = 20

export const incidentInput = exactlyOne(
  z.strictObject({
    workspaceId: workspaceRef,
    keyId: ref.optional().describe("The key that was refused, even if it was deleted."),
    identity: ref
      .optional()
      .describe("The customer whose keys were refused, by id or external id, even if it was deleted."),
    from: pointInTime.describe("Start of the time, in Unix milliseconds. Rounded down to the minute or hour."),
    to: pointInTime
      .optional()
      .describe("End of the time, exclusive, in Unix milliseconds; at most 31 days after `from`. Default: now."),
  }),
  ["keyId", "identity"],
)

const fix = z
  .object({
    kind: z
      .enum(["undo", "alternative"])
      .describe(
        "`undo` takes back what the cause did to these calls. `alternative`: another call that ends the refusals.",
      ),
    operation: z.enum(fixOperations).describe("The operation to call."),
    input: z.record(z.string(), z.unknown()).describe("Its input, which is sent unchanged."),
    letsIn: z
      .string()
      .describe("Which calls pass after it, in a sentence for people. Read it before you make the call."),
    stillRefusedBy: z
      .array(z.enum(checkNames))
      .optional()
      .describe(
        "Checks that refuse the same call even after the fix. `[]`: the call is accepted. Absent if the call is not known.",
      ),
  })
  .meta({ id: "IncidentFix", description: "A call that the caller may make, and that ends refusals." })

const refusedKey = z
  .object({
    keyId: z.string().describe("Id of the key."),
    name: z.string().optional().describe("Name of the key, for people. Absent if it has none."),
    count: z.int().describe("How often the key was refused with this code."),
    call: loggedVerification
      .optional()
      .describe(
        "The newest of these calls that the log has. Absent if the log has none, and in entries after the fourth.",
      ),
    now: explanation
      .optional()
      .describe(
        "What the same call would return now. Without `call` it is about a call without permissions and address, which is no proof. Absent without `read_key` for the API, if the key was deleted, and in entries after the fourth.",
      ),
  })
  .meta({ id: "RefusedKey" })

const cause = z
  .object({
    eventId: z.string().describe("Id of the event. `changes` has it."),
    certain: z
      .boolean()
      .describe(
        "True if it is the only change then that refuses the newest call by itself. False: the time fits, but look at the other changes.",
      ),
  })
  .meta({ id: "IncidentCause" })

const refusals = z
  .object({
    code: z.enum(codes).describe(`What the verifications returned. ${explainCodes(codes)}`),
    count: z.int().describe("How many were refused with it, exactly."),
    firstAt: millis.describe(
      "When the first was refused, in Unix milliseconds: exactly if the log has it, otherwise the start of its minute or hour.",
    ),
    lastAt: millis.describe("When the last was refused, as exactly as `firstAt`."),
    spells: z
      .array(
        z.object({
          from: millis.describe("Start of its first minute or hour, in Unix milliseconds."),
          until: millis.describe("End of its last minute or hour, exclusive."),
          count: z.int().describe("Refusals in this time."),
        }),
      )
      .describe("The times of refusals without a long pause, oldest first."),
    newest: loggedVerification
      .optional()
      .describe("The newest of these calls that the log has. Absent if it has none."),
    keys: z.array(refusedKey).describe("The keys that were refused, the most refused first."),
    moreKeys: z.literal(true).optional().describe("Present if more keys were refused than `keys` names."),
    cause: cause
      .optional()
      .describe(
        "The change that these refusals came from: none with this code came in the hour before it, and the first within five minutes after it. Absent if no change is so, and without `event.*.read_event`.",
      ),
    others: z
      .object({
        keys: z
          .int()
          .describe("Other keys that were refused with this code since the cause, and that its object concerns."),
        customers: z.int().describe("The customers of these keys, without the one that was asked about."),
      })
      .optional()
      .describe(
        "How many others the cause touched, of the 100 most refused keys. Absent without a cause, and without `api.*.read_usage`.",
      ),
    fixes: z
      .array(fix)
      .describe("Calls that the caller may make, to take back the cause first. Empty if the call is accepted now."),
  })
  .meta({ id: "IncidentRefusals" })

export const incident = z
  .object({
    from: millis.describe("Start of the first minute or hour that was counted."),
    to: millis.describe("End of the last one, exclusive."),
    interval: z.enum(["minute", "hour", "day"]).describe("How finely refusals were counted."),
    refusals: z.array(refusals).describe("The refusals by code, the most first. Empty if nothing was refused."),
    changes: z
      .array(
        event.extend({
          actorName: z
            .string()
            .optional()
            .describe("Present name of the user, root key or customer who made the change. Absent if it has none."),
        }),
      )
      .optional()
      .describe(
        "The newest changes of what decides about these calls: keys, roles, customer, plan, APIs, workspace and root keys; every cause among them. Absent without `event.*.read_event`.",
      ),
    moreChanges: z.literal(true).optional().describe("Present if there were more changes than `changes` has."),
  })
  .meta({ id: "Incident" })
