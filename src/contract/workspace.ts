import { z } from "zod"
import { disableReasons } from "./disable-reasons.ts"
import { createdAt, int, intOrUnlimited, maxInteger, millis, text, updatedAt } from "./primitives.ts"

export const disableReason = z.enum(disableReasons).meta({ id: "DisableReason" })

export const workspaceName = text(1, 256)

const limitsShape = {
  requestsPerMinute: intOrUnlimited(1, 1_000_000_000).describe(
    "Maximum requests of root keys per minute. null means unlimited.",
  ),
  keys: intOrUnlimited(0, 1_000_000_000).describe(
    "Maximum number of keys that have not expired. null means unlimited.",
  ),
  identities: intOrUnlimited(0, 1_000_000_000).describe("Maximum number of identities. null means unlimited."),
  verificationsPerMonth: intOrUnlimited(0, maxInteger).describe(
    "Maximum verifications per calendar month in UTC. null means unlimited.",
  ),
  onExceeded: z
    .enum(["reject", "disable"])
    .describe(
      "What a quota does when it is exceeded. `reject`: refuse the call. `disable`: also disable the workspace.",
    ),
}

export const limits = z.object(limitsShape).meta({ id: "Limits" })
export type Limits = z.infer<typeof limits>

/** Merged into the stored limits field by field. */
export const limitsPatch = z
  .strictObject({
    requestsPerMinute: limitsShape.requestsPerMinute.exactOptional(),
    keys: limitsShape.keys.exactOptional(),
    identities: limitsShape.identities.exactOptional(),
    verificationsPerMonth: limitsShape.verificationsPerMonth.exactOptional(),
    onExceeded: limitsShape.onExceeded.exactOptional(),
  })
  .meta({ id: "LimitsPatch" })

const refusalsShape = {
  times: int(2, 100).describe("How many times the hourly mean of the last 24 hours."),
  atLeast: int(10, 1_000_000_000).describe("How many refusals in the hour at least."),
}
const refusalsText = "From when on refusals of a kind are told. null: never."

const noticesShape = {
  expiringDays: z
    .array(int(1, 365))
    .max(5)
    .describe("How many days before a key or root key expires a notice tells it. Empty: never."),
  refusals: z.object(refusalsShape).nullable().describe(refusalsText),
}

export const noticeSettings = z.object(noticesShape).meta({ id: "NoticeSettings" })
export type NoticeSettings = z.infer<typeof noticeSettings>

/** Merged into the stored settings field by field. */
export const noticesPatch = z
  .strictObject({
    expiringDays: noticesShape.expiringDays.exactOptional(),
    refusals: z.strictObject(refusalsShape).nullable().describe(refusalsText).exactOptional(),
  })
  .meta({ id: "NoticeSettingsPatch" })

export const workspace = z
  .object({
    id: z.string().describe("Id of the workspace."),
    name: z.string().describe("Name of the workspace, for people."),
    enabled: z.boolean().describe("Whether the workspace works. If not, every key of it is refused."),
    disabledReason: disableReason.optional().describe("Why the workspace is disabled. Absent while it is enabled."),
    disabledNote: z.string().optional().describe("Note for people about the reason. Absent if there is none."),
    disabledAt: millis
      .optional()
      .describe("When the workspace was disabled, in Unix milliseconds. Absent while it is enabled."),
    limits: limits.describe("What the workspace may use."),
    notices: noticeSettings.describe("Which notices the workspace gets."),
    createdAt,
    updatedAt,
  })
  .meta({ id: "Workspace" })

export const workspaceWithCounts = workspace
  .extend({
    counts: z
      .object({
        keys: z.int().describe("Keys that are not deleted, expired ones included."),
        keysByApi: z
          .array(
            z.object({
              apiId: z.string().describe("Id of the API."),
              keys: z.int().describe("Keys of the API that are not deleted."),
            }),
          )
          .describe("The same by API, most keys first. At most 1,000 APIs; APIs without keys are left out."),
        identities: z.int().describe("Identities that are not deleted."),
        apis: z.int().describe("APIs that are not deleted."),
        verificationsThisMonth: z.int().describe("Verifications since the start of the calendar month in UTC."),
      })
      .describe("What the workspace holds. The numbers are at most a minute old."),
  })
  .meta({ id: "WorkspaceWithCounts" })
