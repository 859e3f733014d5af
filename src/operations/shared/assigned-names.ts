import { roleName, slug } from "../../contract/primitives.ts"
import { idPattern, isIdShaped } from "../../core/ids.ts"

/** What a role may be called: with the form of an id, a reference could mean either of two roles. */
export const assignedRoleName = roleName
  .refine((value) => !isIdShaped("role", value), { error: "must not have the form of a role id" })
  .meta({ not: { pattern: `^${idPattern("role")}$` } })

/** The same for the slug of a permission. */
export const assignedSlug = slug
  .refine((value) => !isIdShaped("perm", value), { error: "must not have the form of a permission id" })
  .meta({ not: { pattern: `^${idPattern("perm")}$` } })
