import { z } from "zod"
import { inheritedPermissionRefs } from "./permission.ts"
import { createdAt, description, expiry, int, meta, planMeta, ref, updatedAt } from "./primitives.ts"
import { planQuota, quotaInput } from "./quota.ts"
import { ratelimit, ratelimitInputs } from "./ratelimit.ts"

const texts = {
  name: "Name of the plan. It is unique in the workspace.",
  meta: "Your own data about the plan, such as feature flags. Every verification of its keys shows it.",
  maxKeys: "How many unexpired keys each identity of the plan may have.",
  quota: "How much all keys of each identity may use per period. A quota of the identity beats it.",
  default: "Whether the plan applies to every identity without a plan of its own.",
}

export const maxKeysOfPlan = int(1, 10_000)

/** The fields of a plan that people choose, apart from its name. */
export const planFields = {
  description,
  meta: planMeta,
  permissions: inheritedPermissionRefs,
  ratelimits: ratelimitInputs,
  maxKeys: maxKeysOfPlan,
  quota: quotaInput,
  default: z.boolean(),
}

/** What requests say about these fields. */
export const planTexts = {
  description: "Description, for people.",
  meta: texts.meta,
  permissions: "Permissions that all keys of its identities hold, by id or slug. An unknown slug is created.",
  ratelimits: "Rate limits, counted for each identity. All keys of an identity share them.",
  maxKeys: texts.maxKeys,
  quota: texts.quota,
  default: `${texts.default} A workspace has one such plan at most, so this one replaces the former.`,
}

export const plan = z
  .object({
    id: z.string().describe("Id of the plan."),
    name: z.string().describe(texts.name),
    description: z.string().optional().describe("Description, for people. Absent if there is none."),
    meta: meta.describe("Your own data about the plan; `{}` if there is none."),
    permissions: z
      .array(z.string())
      .describe("Slugs of the permissions that all keys of its identities hold, ascending."),
    ratelimits: z.array(ratelimit).describe("Rate limits, counted for each identity. Ascending by name."),
    maxKeys: z.int().optional().describe(`${texts.maxKeys} Absent if there is no bound.`),
    quota: planQuota.optional().describe(`${texts.quota} Absent if there is none.`),
    default: z.boolean().describe(texts.default),
    identities: z
      .int()
      .optional()
      .describe(
        "How many identities have the plan; of the default plan, also those without a plan of their own. Up to a minute late. Absent in plans.updatePlan.",
      ),
    createdAt,
    updatedAt,
  })
  .meta({ id: "Plan" })

export const planOfIdentity = z
  .object({
    id: z.string().describe("Id of the plan."),
    name: z.string().describe("Name of the plan."),
    meta: meta.optional().describe("Your own data about the plan. Absent only when a key describes itself."),
    inherited: z
      .boolean()
      .optional()
      .describe("True if this is the default plan and the identity has no plan of its own. Absent otherwise."),
  })
  .meta({ id: "PlanOfIdentity" })

/** How a request gives a plan to identities. */
export const planRef = ref.nullable()

export const planChangeInput = z
  .strictObject({
    plan: planRef.describe("The plan from then on, by id or name. null means the default plan, if there is one."),
    at: expiry.describe("When the plan changes, in Unix milliseconds. In the past: now."),
  })
  .nullable()
  .meta({ id: "PlanChangeInput" })

export const assignmentTexts = {
  plan: "The plan, by id or name. null means the default plan, if there is one. It ends a planned change, unless the request also sets `planChange`.",
  planChange: "A change of plan in the future, such as the end of a trial. null cancels it.",
}
