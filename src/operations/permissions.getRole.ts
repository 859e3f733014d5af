import { z } from "zod"
import { role } from "../contract/permission.ts"
import { ref } from "../contract/primitives.ts"
import { toWireRole } from "../core/wire.ts"
import { query } from "./operation.ts"
import { requireRole } from "./shared/permissions/require-roles.ts"

export const getRole = query({
  name: "permissions.getRole",
  title: "Show a role",
  summary: "Show a role and its permissions, by its id or name.",
  needs: ["rbac.*.read_role"],
  input: z.strictObject({ role: ref.describe("Id or name of the role.") }),
  output: role,
  errors: ["data/role_not_found"],
  example: { role: "editor" },
  run: async ({ input, workspace, store }) => toWireRole(await requireRole(store, workspace.id, input.role)),
})
