import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { role } from "../contract/permission.ts"
import { description, ref } from "../contract/primitives.ts"
import { ifOneOf, keysWithRole } from "../contract/touches.ts"
import { changesBetween } from "../core/changes.ts"
import type { Role } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { toWireRoleWithoutPermissions } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { assignedRoleName } from "./shared/permissions/assigned-names.ts"
import { requireRole } from "./shared/permissions/require-roles.ts"

export const updateRole = mutation({
  name: "permissions.updateRole",
  title: "Change a role",
  summary: "Rename a role or change its description. Every key that holds it shows the new name at once.",
  touches: ifOneOf(["name"], keysWithRole),
  needs: ["rbac.*.update_role"],
  input: z.strictObject({
    role: ref.describe("Id or name of the role."),
    name: assignedRoleName.optional().describe("Name of the role."),
    description: description
      .nullable()
      .optional()
      .describe("Description, for people. null or an empty text removes it."),
  }),
  output: role.pick({ id: true, name: true, description: true }),
  errors: ["data/role_not_found", "data/role_already_exists"],
  example: { role: "editor", name: "author", description: "Writes documents." },
  async run({ input, workspace, tx }) {
    const role = await requireRole(tx, workspace.id, input.role)
    const wanted: Role = {
      ...role,
      name: input.name ?? role.name,
      description: input.description === undefined ? role.description : input.description || null,
    }
    if (wanted.name !== role.name && (await tx.roles.findByName(workspace.id, wanted.name)) !== undefined) {
      throw fault("data/role_already_exists", {
        detail: `The workspace already has a role \`${wanted.name}\`.`,
      })
    }
    const changes = changesBetween(toWireRoleWithoutPermissions(role), toWireRoleWithoutPermissions(wanted))
    if (changes !== undefined) {
      await tx.roles.update(wanted)
      tx.record({ ...updated("role", role.id, changes), workspaceId: workspace.id })
    }
    return toWireRoleWithoutPermissions(wanted)
  },
})
