import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { role } from "../contract/permission.ts"
import { toWireRole } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { presentCounted, withKeyCounts } from "./shared/permissions/key-counts.ts"

export const listRoles = pagedQuery({
  name: "permissions.listRoles",
  title: "List roles",
  summary: "List the roles of the workspace with their permissions.",
  needs: ["rbac.*.read_role"],
  input: z.strictObject({
    ...searchInput("Only roles whose id, name or description contains this text."),
    countKeys: z.boolean().optional().describe("Whether to return the number of keys of each role, in `keys`."),
  }),
  output: z.array(role),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, presentCounted(toWireRole), async (page) => {
      const found = await store.roles.list(workspace.id, { ...page, search: input.search })
      return withKeyCounts(found, input.countKeys, (ids) => store.keys.countOfRoles(workspace.id, ids))
    }),
})
