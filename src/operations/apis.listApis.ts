import { z } from "zod"
import { api } from "../contract/api.ts"
import { pageInput } from "../contract/pagination.ts"
import { search } from "../contract/primitives.ts"
import { toWireApi } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listApis = pagedQuery({
  name: "apis.listApis",
  summary: "List the APIs of the workspace.",
  needs: ["api.*.read_api"],
  input: z.strictObject({
    ...pageInput,
    search: search.optional().describe("Only APIs whose id or name contains this text."),
  }),
  output: z.array(api),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (query) => store.apis.list(workspace.id, { ...query, search: input.search }),
      present: toWireApi,
      positionOf: ({ id }) => id,
    }),
})
