import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { permission } from "../contract/permission.ts"
import { search } from "../contract/primitives.ts"
import { toWirePermission } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listPermissions = pagedQuery({
  name: "permissions.listPermissions",
  summary: "List the permissions of the workspace.",
  needs: ["rbac.*.read_permission"],
  input: z.strictObject({
    ...pageInput,
    search: search.optional().describe("Only permissions whose id, name, slug or description contains this text."),
  }),
  output: z.array(permission),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (query) => store.permissions.list(workspace.id, { ...query, search: input.search }),
      present: toWirePermission,
      positionOf: ({ id }) => id,
    }),
})
