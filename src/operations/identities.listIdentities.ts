import { z } from "zod"
import { identity } from "../contract/identity.ts"
import { pageInput } from "../contract/pagination.ts"
import { search } from "../contract/primitives.ts"
import { toWireIdentity } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listIdentities = pagedQuery({
  name: "identities.listIdentities",
  summary: "List the identities of the workspace.",
  needs: ["identity.*.read_identity"],
  also: [{ method: "GET", path: "/v1/identities.listIdentities" }],
  input: z.strictObject({
    ...pageInput,
    search: search.optional().describe("Only identities whose id or external id contains this text."),
  }),
  output: z.array(identity),
  errors: [],
  example: { limit: 10 },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (query) => store.identities.list(workspace.id, { ...query, search: input.search }),
      present: toWireIdentity,
      positionOf: ({ id }) => id,
    }),
})
