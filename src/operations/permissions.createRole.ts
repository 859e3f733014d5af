import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { permissionRefs } from "../contract/permission.ts"
import { description } from "../contract/primitives.ts"
import { roleInEvent } from "../core/event-content.ts"
import type { Role } from "../core/model.ts"
import { created } from "../core/object-events.ts"
import { mutation } from "./operation.ts"
import { assignedRoleName } from "./shared/permissions/assigned-names.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"

const additionToRole = "rbac.*.add_permission_to_role"

export const createRole = mutation({
  name: "permissions.createRole",
  title: "Create a role",
  summary: "Create a role: a named set of permissions that keys can hold.",
  touches: "one object",
  needs: ["rbac.*.create_role"],
  mayNeed: [additionToRole, permissionCreation],
  input: z.strictObject({
    name: assignedRoleName.describe("Name of the role."),
    description: description.optional().describe("Description, for people."),
    permissions: permissionRefs.default([]).describe("Permissions, by id or slug. An unknown slug is created."),
  }),
  output: z.object({ roleId: z.string().describe("Id of the new role.") }),
  errors: ["data/role_already_exists", "data/permission_not_found"],
  example: { name: "auditor", description: "Reads everything.", permissions: ["documents.read"] },
  async run({ input, workspace, tx, mint, grantAlso }) {
    if (input.permissions.length > 0) grantAlso(additionToRole)
    const authorizeCreation = () => grantAlso(permissionCreation)
    const permissions = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    if ((await tx.roles.findByName(workspace.id, input.name)) !== undefined) {
      throw fault("data/role_already_exists", { detail: `The workspace already has a role \`${input.name}\`.` })
    }
    const role: Role = {
      id: mint.id("role"),
      name: input.name,
      description: input.description || null,
      permissions,
    }
    await tx.roles.insert(workspace.id, role)
    tx.record({ ...created("role", role.id, roleInEvent(role)), workspaceId: workspace.id })
    return { roleId: role.id }
  },
})
