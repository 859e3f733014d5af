import type { Plan, PlansCreatePlanInput } from "@keyward/client"
import { formatWhole } from "../../ui/format.ts"
import { metaIn, metaText } from "../fields/meta-editor.tsx"
import { numberIn } from "../fields/number-text.ts"
import { type LimitDraft, limitDrafts, limitInputs } from "../keys/ratelimit-editor.tsx"
import { type QuotaDraft, quotaDraft, quotaErrors, quotaInput } from "./quota-draft.ts"

/** A plan as it is typed. */
export interface PlanDraft {
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
  readonly limits: readonly LimitDraft[]
  /** Empty: any number. */
  readonly maxKeys: string
  readonly quota: QuotaDraft
  readonly meta: string
  readonly isDefault: boolean
}

export const emptyPlan: PlanDraft = {
  name: "",
  description: "",
  permissions: [],
  limits: [],
  maxKeys: "",
  quota: quotaDraft(undefined),
  meta: "",
  isDefault: false,
}

export function planDraft(plan: Plan): PlanDraft {
  const { name, description = "", permissions, ratelimits, maxKeys, quota, meta } = plan
  return {
    ...{ name, description, permissions },
    limits: limitDrafts(ratelimits),
    maxKeys: maxKeys === undefined ? "" : formatWhole(maxKeys),
    quota: quotaDraft(quota),
    meta: metaText(meta),
    isDefault: plan.default,
  }
}

interface DraftErrors {
  readonly maxKeys?: string
  readonly quota?: string
  readonly meta?: string
}

/** What is wrong with the texts that no request can hold. */
export function draftErrors({ maxKeys, quota, meta }: PlanDraft): DraftErrors {
  const isNumber = maxKeys.trim() === "" || Number.isInteger(numberIn(maxKeys))
  const { error } = metaIn(meta)
  const [inQuota] = Object.values(quotaErrors(quota))
  return {
    ...(!isNumber && { maxKeys: "Type a whole number, or nothing." }),
    ...(inQuota !== undefined && { quota: inQuota }),
    ...(error !== undefined && { meta: error }),
  }
}

/** The fields of the plan as the server receives them, if the draft has no errors. */
function fieldsOf(draft: PlanDraft) {
  const { meta } = metaIn(draft.meta)
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    permissions: [...draft.permissions].sort(),
    ratelimits: [...limitInputs(draft.limits)],
    maxKeys: draft.maxKeys.trim() === "" ? null : numberIn(draft.maxKeys),
    quota: quotaInput(draft.quota),
    default: draft.isDefault,
    ...(meta && { meta }),
  }
}

/** What creates the plan. Empty fields are left out. */
export function newPlan(draft: PlanDraft): PlansCreatePlanInput {
  const { description, maxKeys, quota, permissions, ratelimits, meta = {}, ...rest } = fieldsOf(draft)
  return {
    ...rest,
    ...(description !== null && { description }),
    ...(maxKeys !== null && { maxKeys }),
    ...(quota !== null && { quota }),
    ...(permissions.length > 0 && { permissions }),
    ...(ratelimits.length > 0 && { ratelimits }),
    ...(Object.keys(meta).length > 0 && { meta }),
  }
}

/** The fields that differ, as the server receives them. */
export function changedFields(before: PlanDraft, after: PlanDraft): Partial<ReturnType<typeof fieldsOf>> {
  const old: Readonly<Record<string, unknown>> = fieldsOf(before)
  const changed = Object.entries(fieldsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  )
  return Object.fromEntries(changed)
}
