import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { keysWithPermission } from "../contract/touches.ts"
import { deleted } from "../core/object-events.ts"
import { toWirePermission } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { requirePermission } from "./shared/permissions/resolve-permissions.ts"

export const deletePermission = mutation({
  name: "permissions.deletePermission",
  title: "Delete a permission",
  summary: "Delete a permission. Every role, key and identity loses it at once.",
  isDestructive: true,
  touches: keysWithPermission,
  needs: ["rbac.*.delete_permission"],
  input: z.strictObject({ permission: ref.describe("Id or slug of the permission.") }),
  output: z.object({}),
  errors: ["data/permission_not_found"],
  example: { permission: "documents.read" },
  async run({ input, workspace, tx }) {
    const permission = await requirePermission(tx, workspace.id, input.permission)
    await tx.permissions.delete(permission.id)
    tx.record({ ...deleted("permission", permission.id, toWirePermission(permission)), workspaceId: workspace.id })
    return {}
  },
})
