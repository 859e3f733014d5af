import { z } from "zod"
import { name, workspaceRef } from "../../../contract/primitives.ts"
import { grantPattern, isGrant } from "../../../core/grants.ts"

/** The longest grant has 54 characters. */
const grant = z
  .string()
  .max(128, { abort: true })
  .refine(isGrant, {
    error: "must be `*` or a management permission such as `api.*.create_key` or `api.<apiId>.create_key`",
  })
  .meta({ id: "Grant", pattern: grantPattern, examples: ["*", "api.*.create_key", "rbac.*.read_role"] })

/** The permissions of a root key, without duplicates, ascending. */
const grants = z
  .array(grant)
  .min(1)
  .max(1000)
  .overwrite((list) => [...new Set(list)].sort())

export const newRootKeyInput = {
  workspaceId: workspaceRef,
  name: name.optional().describe("Name of the root key, for people."),
  permissions: grants.describe("Permissions of the root key, such as `api.*.create_key`. `*` grants everything."),
}

export const grantsPatch = grants
  .exactOptional()
  .describe("Permissions of the root key, such as `api.*.create_key`. They replace the old set.")
