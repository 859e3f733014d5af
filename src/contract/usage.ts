import { z } from "zod"
import { int, millis, ref, text, workspaceRef } from "./primitives.ts"
import { usageIntervals } from "./usage-intervals.ts"
import { codes, explainCodes } from "./verdicts.ts"

/** In the year 2100. */
const latestTime = 4_102_444_800_000
export const pointInTime = int(0, latestTime)

/** The fields that every query of usage accepts. */
export const usageInput = {
  workspaceId: workspaceRef,
  from: pointInTime.describe("Start of the range, in Unix milliseconds. Rounded down to the interval."),
  to: pointInTime
    .optional()
    .describe("End of the range, exclusive, in Unix milliseconds. Rounded up to the interval. Default: now."),
  interval: z
    .enum(usageIntervals)
    .optional()
    .describe(
      "Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest with at most 120 intervals. " +
        "Minutes are kept for 48 hours, hours for 400 days (KEYWARD_USAGE_DAYS), days forever.",
    ),
  limit: int(1, 100)
    .default(10)
    .describe("Groups to return, largest first. The others are added up in a group with `other: true`."),
}

export const apiFilter = ref.optional().describe("Only verifications of keys of this API, even if it was deleted.")
export const identityFilter = ref
  .optional()
  .describe(
    "Only verifications of keys that belonged to this identity at that time, by its id or external id. The permission `identity.{identityId}.read_usage` suffices.",
  )
export const identitiesFilter = z
  .array(ref)
  .min(1)
  .max(100)
  .optional()
  .describe(
    "Only verifications of keys that belonged to these identities at that time, by id or external id. Must be absent beside `identity`. The permission `identity.{identityId}.read_usage` for each of them suffices.",
  )
export const codesFilter = z
  .array(z.enum(codes))
  .min(1)
  .max(codes.length)
  .optional()
  .describe("Only verifications with these codes.")
export const tagFilter = text(1, 512).optional().describe("Only verifications with this tag.")

/** The owner of a key at the time of a verification. */
export const usedIdentity = z.object({
  id: z.string().describe("Id of the identity."),
  externalId: z.string().optional().describe("Your own id of the customer. Absent if it is no longer known."),
})

/** A row of the verification log. */
export const loggedVerification = z
  .object({
    time: millis.describe("When the key was verified, in Unix milliseconds."),
    requestId: z.string().describe("`meta.requestId` of the call of keys.verifyKey."),
    code: z.enum(codes).describe(`What the verification returned. ${explainCodes(codes)}`),
    apiId: z.string().optional().describe("Id of the API of the key. Absent if the key is unknown."),
    keyId: z.string().optional().describe("Id of the key. Absent if the key is unknown."),
    name: z.string().optional().describe("Name of the key, for people. Absent if it has none."),
    identity: usedIdentity.optional().describe("The customer who owned the key then. Absent if none."),
    tags: z.array(z.string()).describe("Tags of the call."),
    ip: z.string().optional().describe("`ip` of the call, as it was sent. Absent if there was none."),
    cost: z.int().optional().describe("Credits that the call asked for. Absent if the key is unknown or unlimited."),
    credits: z.int().optional().describe("Credits left after the call. Absent if the key is unknown or unlimited."),
    exceeded: z
      .array(z.string())
      .optional()
      .describe("Names of the rate limits that refused the call. Absent if none did."),
    missing: z
      .string()
      .optional()
      .describe("The permission query that the key does not satisfy. Absent if that was not the reason."),
    weight: z.int().describe("For how many verifications the row stands; 1 if it was not sampled."),
  })
  .meta({ id: "LoggedVerification" })

/** The counts of a group. Each list has one number per interval. */
const groupCounts = {
  total: z.int().describe("Sum of `counts`."),
  counts: z.array(z.int()).describe("One count for each of `times`."),
}

export const creditFields = {
  credits: z.int().describe("Credits that these verifications spent."),
  creditCounts: z.array(z.int()).describe("Credits spent, for each of `times`."),
}

export const otherField = {
  other: z.literal(true).optional().describe("Present if this entry is the sum of all groups beyond `limit`."),
}

export function usageGroup<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, ...groupCounts })
}

/** The range as used. */
export const usageOutput = {
  from: millis.describe("Start of the first interval, in Unix milliseconds."),
  to: millis.describe("End of the last interval, exclusive, in Unix milliseconds."),
  interval: z
    .enum(usageIntervals)
    .describe("Length of an interval, in UTC. `total` is one interval for the whole range."),
  times: z.array(millis).describe("Start of each interval, in Unix milliseconds, without gaps."),
  total: z.int().describe("Sum over all groups. A call that is in several groups counts once."),
}
