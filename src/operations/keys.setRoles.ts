import { z } from "zod"
import { roleRefs, rolesOfKey } from "../contract/permission.ts"
import { keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { requireHoldableRoles } from "./shared/permissions/require-holdable.ts"
import { toWireRolesOfKey } from "./shared/permissions/roles-of-key.ts"

export const setRoles = mutation({
  name: "keys.setRoles",
  title: "Replace roles",
  summary: "Replace the roles of a key.",
  touches: "one object",
  needs: ["api.{apiId}.update_key", "rbac.*.add_role_to_key", "rbac.*.remove_role_from_key"],
  input: z.strictObject({ keyId: keyRef, roles: roleRefs.describe("Roles, by id or name. `[]` removes all.") }),
  output: rolesOfKey,
  errors: ["data/key_not_found", "data/role_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", roles: ["editor"] },
  async run({ input, workspace, tx, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const wanting = { tx, workspaceId: workspace.id, named: `The key ${key.id}`, before: [key] }
    const roles = await requireHoldableRoles(wanting, input.roles)
    await changeKey({ tx, now }, key, { ...key, roles })
    return toWireRolesOfKey(roles)
  },
})
