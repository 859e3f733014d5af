import { z } from "zod"
import { permission, permissionRefs } from "../contract/permission.ts"
import { keyRef } from "../contract/primitives.ts"
import { toWirePermission } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { requirePermissions } from "./shared/permissions/resolve-permissions.ts"

export const removePermissions = mutation({
  name: "keys.removePermissions",
  title: "Remove permissions",
  summary: "Remove direct permissions from a key. Permissions from roles stay.",
  touches: "one object",
  needs: ["api.{apiId}.update_key", "rbac.*.remove_permission_from_key"],
  input: z.strictObject({ keyId: keyRef, permissions: permissionRefs.min(1).describe("Permissions, by id or slug.") }),
  output: z.array(permission).describe("All direct permissions after the change."),
  errors: ["data/key_not_found", "data/permission_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", permissions: ["documents.read"] },
  async run({ input, workspace, tx, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const removed = new Set((await requirePermissions(tx, workspace.id, input.permissions)).map(({ id }) => id))
    const directPermissions = key.directPermissions.filter(({ id }) => !removed.has(id))
    await changeKey({ tx, now }, key, { ...key, directPermissions })
    return directPermissions.map(toWirePermission)
  },
})
