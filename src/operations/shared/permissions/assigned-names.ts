import { planName, roleName, slug } from "../../../contract/primitives.ts"
import { idPattern, isIdShaped } from "../../../core/id-shape.ts"

/** Refuses names in the form of an id, because a reference could then mean two roles. */
export const assignedRoleName = roleName
  .refine((value) => !isIdShaped("role", value), { error: "must not have the form of a role id" })
  .meta({ not: { pattern: `^${idPattern("role")}$` } })

/** Refuses names in the form of an id, because a reference could then mean two plans. */
export const assignedPlanName = planName
  .refine((value) => !isIdShaped("plan", value), { error: "must not have the form of a plan id" })
  .meta({ not: { pattern: `^${idPattern("plan")}$` } })

/** Refuses slugs in the form of an id, because a reference could then mean two permissions. */
export const assignedSlug = slug
  .refine((value) => !isIdShaped("perm", value), { error: "must not have the form of a permission id" })
  .meta({ not: { pattern: `^${idPattern("perm")}$` } })
