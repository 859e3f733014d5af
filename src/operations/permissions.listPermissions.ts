import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { permission } from "../contract/permission.ts"
import { toWirePermission } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { presentCounted, withKeyCounts } from "./shared/permissions/key-counts.ts"

export const listPermissions = pagedQuery({
  name: "permissions.listPermissions",
  title: "List permissions",
  summary: "List the permissions of the workspace.",
  needs: ["rbac.*.read_permission"],
  input: z.strictObject({
    ...searchInput("Only permissions whose id, name, slug or description contains this text."),
    countKeys: z.boolean().optional().describe("Whether to return the number of keys of each permission, in `keys`."),
  }),
  output: z.array(permission),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, presentCounted(toWirePermission), async (page) => {
      const found = await store.permissions.list(workspace.id, { ...page, search: input.search })
      return withKeyCounts(found, input.countKeys, (ids) => store.keys.countOfPermissions(workspace.id, ids))
    }),
})
