import { z } from "zod"
import { exactlyOne } from "../contract/exactly-one.ts"
import { permission, permissionRefs } from "../contract/permission.ts"
import { ref } from "../contract/primitives.ts"
import { keysWithNamedRole } from "../contract/touches.ts"
import { changesBetween } from "../core/changes.ts"
import { roleInEvent } from "../core/event-content.ts"
import type { Role } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { toWirePermission } from "../core/wire.ts"
import type { Reads } from "../storage/port/store.ts"
import { mutation } from "./operation.ts"
import { requirePermissionLimitForHolders } from "./shared/permissions/require-permission-limit-for-holders.ts"
import { requireRole, unknownRole } from "./shared/permissions/require-roles.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"

const members = z.strictObject({
  role: ref.optional().describe("Id or name of the role."),
  roleId: ref.optional().describe("Match the id only."),
  permissions: permissionRefs.describe("Permissions, by id or slug. An unknown slug is created; `[]` removes all."),
})

export const setRolePermissions = mutation({
  name: "permissions.setRolePermissions",
  title: "Replace the permissions of a role",
  summary: "Replace the permissions of a role, for every key that holds it.",
  touches: keysWithNamedRole,
  needs: ["rbac.*.add_permission_to_role", "rbac.*.remove_permission_from_role"],
  mayNeed: [permissionCreation],
  input: exactlyOne(members, ["role", "roleId"]),
  output: z.array(permission),
  errors: ["data/role_not_found", "data/permission_not_found", "application/precondition_failed"],
  example: { role: "editor", permissions: ["documents.read"] },
  async run({ input, workspace, tx, mint, grantAlso }) {
    const role = await requireNamedRole(tx, workspace.id, input)
    const authorizeCreation = () => grantAlso(permissionCreation)
    const permissions = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    const wanted: Role = { ...role, permissions }
    const changes = changesBetween(roleInEvent(role), roleInEvent(wanted))
    if (changes !== undefined) {
      await requirePermissionLimitForHolders(tx, workspace.id, role, wanted)
      await tx.roles.setPermissions(wanted)
      tx.record({ ...updated("role", role.id, changes), workspaceId: workspace.id })
    }
    return wanted.permissions.map(toWirePermission)
  },
})

async function requireNamedRole(reads: Reads, workspaceId: string, { role, roleId }: z.infer<typeof members>) {
  if (roleId === undefined) return requireRole(reads, workspaceId, role ?? "")
  const named = await reads.roles.find(workspaceId, roleId)
  if (named === undefined) throw unknownRole(roleId)
  return named
}
