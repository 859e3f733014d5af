import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { keysWithRole } from "../contract/touches.ts"
import { deletedInEvent, roleInEvent } from "../core/event-content.ts"
import { deleted } from "../core/object-events.ts"
import { mutation } from "./operation.ts"
import { requireRole } from "./shared/permissions/require-roles.ts"

export const deleteRole = mutation({
  name: "permissions.deleteRole",
  title: "Delete a role",
  summary: "Delete a role. Every key loses it and its permissions at once; the permissions themselves stay.",
  isDestructive: true,
  touches: keysWithRole,
  needs: ["rbac.*.delete_role"],
  input: z.strictObject({ role: ref.describe("Id or name of the role.") }),
  output: z.object({}),
  errors: ["data/role_not_found"],
  example: { role: "editor" },
  async run({ input, workspace, tx }) {
    const role = await requireRole(tx, workspace.id, input.role)
    await tx.roles.delete(role.id)
    tx.record({ ...deleted("role", role.id, deletedInEvent(roleInEvent(role))), workspaceId: workspace.id })
    return {}
  },
})
