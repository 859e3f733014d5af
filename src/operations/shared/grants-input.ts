import { z } from "zod"
import { grantPattern, isGrant } from "../../core/grants.ts"

/** The longest grant has 54 characters. */
const grant = z
  .string()
  .max(128, { abort: true })
  .refine(isGrant, {
    error: "must be `*` or a management permission such as `api.*.create_key` or `api.<apiId>.create_key`",
  })
  .meta({ id: "Grant", pattern: grantPattern, examples: ["*", "api.*.create_key", "rbac.*.read_role"] })

/** The permissions of a root key, without duplicates, ascending. */
export const grants = z
  .array(grant)
  .min(1)
  .max(1000)
  .overwrite((list) => [...new Set(list)].sort())
