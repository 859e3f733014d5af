import { z } from "zod"
import { permission } from "../contract/permission.ts"
import { ref } from "../contract/primitives.ts"
import { toWirePermission } from "../core/wire.ts"
import { query } from "./operation.ts"
import { requirePermission } from "./shared/permissions/resolve-permissions.ts"

export const getPermission = query({
  name: "permissions.getPermission",
  title: "Show a permission",
  summary: "Show a permission, by its id or slug.",
  needs: ["rbac.*.read_permission"],
  input: z.strictObject({ permission: ref.describe("Id or slug of the permission.") }),
  output: permission,
  errors: ["data/permission_not_found"],
  example: { permission: "documents.read" },
  run: async ({ input, workspace, store }) =>
    toWirePermission(await requirePermission(store, workspace.id, input.permission)),
})
