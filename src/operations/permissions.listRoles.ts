import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { role } from "../contract/permission.ts"
import { search } from "../contract/primitives.ts"
import { toWireRole } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listRoles = pagedQuery({
  name: "permissions.listRoles",
  summary: "List the roles of the workspace with their permissions.",
  needs: ["rbac.*.read_role"],
  input: z.strictObject({
    ...pageInput,
    search: search.optional().describe("Only roles whose id, name or description contains this text."),
  }),
  output: z.array(role),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (query) => store.roles.list(workspace.id, { ...query, search: input.search }),
      present: toWireRole,
      positionOf: ({ id }) => id,
    }),
})
