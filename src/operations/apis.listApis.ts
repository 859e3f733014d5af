import { z } from "zod"
import { api } from "../contract/api.ts"
import { searchInput } from "../contract/pagination.ts"
import { toWireApi } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listApis = pagedQuery({
  name: "apis.listApis",
  title: "List APIs",
  summary: "List the APIs of the workspace.",
  needs: ["api.*.read_api"],
  input: z.strictObject(searchInput("Only APIs whose id or name contains this text.")),
  output: z.array(api),
  errors: [],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireApi, (page) => store.apis.list(workspace.id, { ...page, search: input.search })),
})
