import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { namespace } from "../contract/ratelimit.ts"
import { toWireNamespace } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listNamespaces = pagedQuery({
  name: "ratelimit.listNamespaces",
  title: "List namespaces",
  summary: "List the rate-limit namespaces of the workspace.",
  needs: ["ratelimit.*.read_namespace"],
  input: z.strictObject(searchInput("Only namespaces whose id or name contains this text.")),
  output: z.array(namespace),
  errors: [],
  example: { search: "email" },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireNamespace, (page) =>
      store.namespaces.list(workspace.id, { ...page, search: input.search }),
    ),
})
