import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { role } from "../contract/permission.ts"
import { toWireRole } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listRoles = pagedQuery({
  name: "permissions.listRoles",
  title: "List roles",
  summary: "List the roles of the workspace with their permissions.",
  needs: ["rbac.*.read_role"],
  input: z.strictObject(searchInput("Only roles whose id, name or description contains this text.")),
  output: z.array(role),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireRole, (page) => store.roles.list(workspace.id, { ...page, search: input.search })),
})
