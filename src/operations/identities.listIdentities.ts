import { z } from "zod"
import { identity } from "../contract/identity.ts"
import { listOrder } from "../contract/list-order.ts"
import { searchInput } from "../contract/pagination.ts"
import { toWireIdentity } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listIdentities = pagedQuery({
  name: "identities.listIdentities",
  title: "List identities",
  summary: "List the identities of the workspace.",
  needs: ["identity.*.read_identity"],
  also: [{ method: "GET", path: "/v1/identities.listIdentities" }],
  input: z.strictObject({
    ...searchInput("Only identities whose id or external id contains this text."),
    enabled: z.boolean().optional().describe("Only enabled identities, or only disabled ones."),
    order: listOrder,
  }),
  output: z.array(identity),
  errors: [],
  example: { limit: 10 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireIdentity, (page) =>
      store.identities.list(workspace.id, {
        ...page,
        search: input.search,
        enabled: input.enabled,
        isDescending: input.order === "created_desc",
      }),
    ),
})
