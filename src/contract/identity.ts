import { z } from "zod"
import { planOfIdentity } from "./plan.ts"
import { createdAt, meta, millis, updatedAt } from "./primitives.ts"
import { identityCredits, otherPeriod, quota } from "./quota.ts"
import { ratelimit } from "./ratelimit.ts"

const planChange = z
  .object({
    plan: planOfIdentity
      .optional()
      .describe("The plan from then on. Absent: no plan of its own, so the default plan, if there is one."),
    at: millis.describe("When the plan changes, in Unix milliseconds."),
  })
  .meta({ id: "PlanChange" })

export const identity = z
  .object({
    id: z.string().describe("Id of the identity."),
    identityId: z.string().describe("The same as `id`."),
    externalId: z.string().describe("Your own id of the customer or user. It is unique in the workspace."),
    enabled: z.boolean().describe("Whether keys of the identity work. If not, verifications return `DISABLED`."),
    meta: meta
      .optional()
      .describe("Your own data about the identity; `{}` if there is none. Absent only when a key describes itself."),
    ratelimits: z.array(ratelimit).describe("Rate limits that all keys of the identity share, ascending by name."),
    permissions: z
      .array(z.string())
      .optional()
      .describe(
        "Slugs of the permissions that all keys of the identity hold, ascending. Absent where a key shows its identity.",
      ),
    plan: planOfIdentity
      .optional()
      .describe("The plan that applies to the identity: its own, or the default plan. Absent if there is neither."),
    planChange: planChange
      .optional()
      .describe("A change of plan in the future. Absent if none is set, and where a key shows its identity."),
    billingDay: z
      .int()
      .optional()
      .describe(
        "First day of monthly periods, 1 to 31; in a shorter month, its last day. Absent where a key shows it.",
      ),
    quota: quota
      .optional()
      .describe(
        "How much all keys of the identity may use per period: its own quota, or that of its plan. Absent if unlimited, and where a key shows it.",
      ),
    credits: identityCredits
      .optional()
      .describe("Prepaid credits that all keys of the identity share. Absent if none, and where a key shows it."),
    otherPeriods: z
      .array(otherPeriod)
      .optional()
      .describe(
        "What was counted in the last periods of other intervals than that of the quota, for invoices after a change of plan. Oldest first. Absent if nothing was, and where a key shows its identity.",
      ),
    keys: z
      .int()
      .optional()
      .describe(
        "Number of keys of the identity, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`.",
      ),
    createdAt,
    updatedAt,
  })
  .meta({ id: "Identity" })
