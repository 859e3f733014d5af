import { z } from "zod"
import { roleRefs, rolesOfKey } from "../contract/permission.ts"
import { keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { requireRoles } from "./shared/permissions/require-roles.ts"
import { toWireRolesOfKey } from "./shared/permissions/roles-of-key.ts"

export const removeRoles = mutation({
  name: "keys.removeRoles",
  title: "Remove roles",
  summary: "Remove roles from a key, with the permissions that they gave.",
  touches: "one object",
  needs: ["api.{apiId}.update_key", "rbac.*.remove_role_from_key"],
  input: z.strictObject({ keyId: keyRef, roles: roleRefs.min(1).describe("Roles, by id or name.") }),
  output: rolesOfKey,
  errors: ["data/key_not_found", "data/role_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", roles: ["editor"] },
  async run({ input, workspace, tx, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const removed = new Set((await requireRoles(tx, workspace.id, input.roles)).map(({ id }) => id))
    const roles = key.roles.filter(({ id }) => !removed.has(id))
    await changeKey({ tx, now }, key, { ...key, roles })
    return toWireRolesOfKey(roles)
  },
})
