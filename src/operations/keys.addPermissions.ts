import { z } from "zod"
import { permission, permissionRefs } from "../contract/permission.ts"
import { keyRef } from "../contract/primitives.ts"
import { toWirePermission } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { ascendingBySlug, permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"

export const addPermissions = mutation({
  name: "keys.addPermissions",
  title: "Add permissions",
  summary: "Add permissions to a key. It keeps those that it has.",
  touches: "one object",
  needs: ["api.{apiId}.update_key", "rbac.*.add_permission_to_key"],
  mayNeed: [permissionCreation],
  input: z.strictObject({
    keyId: keyRef,
    permissions: permissionRefs.min(1).describe("Permissions, by id or slug. An unknown slug is created."),
  }),
  output: z.array(permission).describe("All direct permissions after the change."),
  errors: ["data/key_not_found", "data/permission_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", permissions: ["documents.write"] },
  async run({ input, workspace, tx, mint, now, grant, grantAlso }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const authorizeCreation = () => grantAlso(permissionCreation)
    const added = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    const directPermissions = ascendingBySlug([...key.directPermissions, ...added])
    await changeKey({ tx, now }, key, { ...key, directPermissions })
    return directPermissions.map(toWirePermission)
  },
})
