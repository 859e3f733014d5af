import { z } from "zod"
import { permission, permissionRefs } from "../contract/permission.ts"
import { keyRef } from "../contract/primitives.ts"
import { toWirePermission } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"

export const setPermissions = mutation({
  name: "keys.setPermissions",
  title: "Replace permissions",
  summary: "Replace the direct permissions of a key. Permissions from roles stay.",
  touches: "one object",
  needs: ["api.{apiId}.update_key", "rbac.*.add_permission_to_key", "rbac.*.remove_permission_from_key"],
  mayNeed: [permissionCreation],
  input: z.strictObject({
    keyId: keyRef,
    permissions: permissionRefs.describe("Permissions, by id or slug. An unknown slug is created; `[]` removes all."),
  }),
  output: z.array(permission).describe("All direct permissions after the change."),
  errors: ["data/key_not_found", "data/permission_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", permissions: ["documents.read"] },
  async run({ input, workspace, tx, mint, now, grant, grantAlso }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const authorizeCreation = () => grantAlso(permissionCreation)
    const directPermissions = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    await changeKey({ tx, now }, key, { ...key, directPermissions })
    return directPermissions.map(toWirePermission)
  },
})
