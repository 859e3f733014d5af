import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { search } from "../contract/primitives.ts"
import { namespace } from "../contract/ratelimit.ts"
import { toWireNamespace } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listNamespaces = pagedQuery({
  name: "ratelimit.listNamespaces",
  summary: "List the rate-limit namespaces of the workspace.",
  needs: ["ratelimit.*.read_namespace"],
  input: z.strictObject({
    ...pageInput,
    search: search.optional().describe("Only namespaces whose id or name contains this text."),
  }),
  output: z.array(namespace),
  errors: [],
  example: { search: "email" },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (query) => store.namespaces.list(workspace.id, { ...query, search: input.search }),
      present: toWireNamespace,
      positionOf: ({ id }) => id,
    }),
})
