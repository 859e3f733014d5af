import type { FixOperation } from "../../contract/fix-operations.ts"
import type { ExplainedCheck } from "../explain/explanation.ts"
import { keyLinkGrants } from "../key-link-grants.ts"

/** One call, and what else it allows. */
export interface Fix {
  readonly kind: "undo" | "alternative"
  readonly operation: FixOperation
  readonly input: Readonly<Record<string, unknown>>
  readonly letsIn: string
  /** What refuses the same call even after the fix, by the names of the checks. Undefined if that is not known. */
  readonly stillRefusedBy?: readonly ExplainedCheck["check"][] | undefined
}

/** Where the objects of a fix are. */
export interface FixPlace {
  /** The API of the key that it changes. */
  readonly apiId: string | undefined
  /** Whether it names a permission that no longer exists, which the call creates. */
  readonly createsPermission: boolean
}

/** The permissions that a caller needs for a fix. */
export function rightsFor({ operation, input }: Fix, { apiId = "*", createsPermission }: FixPlace): readonly string[] {
  const creation = createsPermission ? ["rbac.*.create_permission"] : []
  const links = input.permissions === undefined ? [] : [keyLinkGrants.addPermission, ...creation]
  const identity = (action: string) => `identity.${String(input.identity)}.${action}`
  const assigns = input.plan !== undefined || input.quota !== undefined
  switch (operation) {
    case "keys.updateKey":
    case "keys.updateCredits":
      return [`api.${apiId}.update_key`]
    case "keys.addPermissions":
      return [`api.${apiId}.update_key`, ...links]
    case "keys.addRoles":
      return [`api.${apiId}.update_key`, keyLinkGrants.addRole]
    case "identities.updateIdentity":
      return [identity("update_identity"), ...(assigns ? [identity("set_plan")] : []), ...links]
    case "identities.updateCredits":
      return [identity("update_credits")]
    case "plans.updatePlan":
      return ["plan.*.update_plan", ...links]
    case "apis.updateApi":
      return [`api.${String(input.apiId)}.update_api`]
    case "permissions.setRolePermissions":
      return ["rbac.*.add_permission_to_role", "rbac.*.remove_permission_from_role", ...creation]
  }
}
