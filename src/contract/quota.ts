import { z } from "zod"
import { creditAmount, creditsOrUnlimited, int, millis } from "./primitives.ts"

const texts = {
  limit: "How much the keys of the identity may use together in each period.",
  interval:
    "When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again.",
  overage: "How far use may exceed the limit in each period, once credits are used up. null means without a bound.",
}

const interval = z.enum(["daily", "weekly", "monthly", "total"]).describe(texts.interval)

export const quotaInput = z
  .strictObject({
    limit: creditAmount.describe(texts.limit),
    interval,
    overage: creditsOrUnlimited.default(0).describe(texts.overage),
  })
  .meta({ id: "QuotaInput", examples: [{ limit: 10_000, interval: "monthly", overage: 0 }] })

const terms = {
  limit: z.int().describe(texts.limit),
  interval,
  overage: z.int().nullable().describe(texts.overage),
}

/** A quota as plans have it: each identity counts for itself. */
export const planQuota = z.object(terms).meta({ id: "PlanQuota" })

const used = z.int().describe("Use in this period that the quota paid. Excludes what credits or overage paid.")
const overageUsed = z.int().describe("Use in this period beyond quota and credits.")
const from = millis.describe("When the period began, in Unix milliseconds.")

export const quota = z
  .object({
    ...terms,
    inherited: z
      .boolean()
      .optional()
      .describe("True if this is the quota of the plan, because the identity has none of its own. Absent otherwise."),
    used,
    overageUsed,
    from: from.optional().describe("When the period began, in Unix milliseconds. Absent with `total`."),
    resets: millis.optional().describe("When the next period begins, in Unix milliseconds. Absent with `total`."),
    previous: z
      .object({ from, used, overageUsed })
      .optional()
      .describe("The last period before this one in which something was counted. Absent if there was none."),
  })
  .meta({ id: "Quota" })

/** What was counted in a period of an interval that the quota no longer has. */
export const otherPeriod = z
  .object({
    interval,
    from: from.optional().describe("When the period began, in Unix milliseconds. Absent with `total`."),
    ends: millis.optional().describe("When the period ends, in Unix milliseconds. Absent with `total`."),
    used,
    overageUsed,
  })
  .meta({ id: "OtherPeriod" })

export const billingDay = int(1, 31)

/** At or below it, the notice `credits.low` is recorded. */
export const lowAt = z.int().optional()

const sharedDefault = "Absent: as you chose before, or 10 % of the balance after the last set or increment."

export const sharedLowAtInput = creditAmount
  .nullable()
  .optional()
  .describe(`Record the notice \`credits.low\` once the balance is at or below it. null: never. ${sharedDefault}`)

export const identityCredits = z
  .object({
    remaining: z.int().describe("Credits left."),
    reserved: z.int().describe("Credits that reservations hold until they are committed or run out."),
    lowAt: lowAt.describe("At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."),
  })
  .meta({ id: "IdentityCredits" })

export const identityCreditsInput = z
  .strictObject({ remaining: creditAmount.describe("Credits of the identity."), lowAt: sharedLowAtInput })
  .meta({ id: "IdentityCreditsInput" })

/** A change of credits. An absent field stays as it is. */
export const identityCreditsPatch = z
  .strictObject({
    remaining: creditAmount.optional().describe("Credits of the identity. Absent: as they are."),
    lowAt: sharedLowAtInput,
  })
  .meta({ id: "IdentityCreditsPatch" })

/** What is left to a key. */
export const balances = z
  .object({
    key: z.int().optional().describe("Credits of the key. Absent if it is unlimited."),
    quota: z.int().optional().describe("What is left of the quota of its identity. Absent if that has none."),
    credits: z.int().optional().describe("Credits of its identity. Absent if that has none."),
    overageUsed: z
      .int()
      .optional()
      .describe("Use of its identity beyond quota and credits in this period. Absent without a quota."),
  })
  .meta({ id: "Balances" })
