import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { search } from "../contract/primitives.ts"
import { workspace } from "../contract/workspace.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listWorkspaces = pagedQuery({
  name: "workspaces.listWorkspaces",
  title: "List workspaces",
  summary: "List the workspaces of the installation.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  input: z.strictObject({
    ...pageInput,
    enabled: z.boolean().optional().describe("Only enabled workspaces, or only disabled ones."),
    search: search.optional().describe("Only workspaces whose id or name contains this text."),
  }),
  output: z.array(workspace),
  errors: [],
  example: { limit: 20, enabled: true },
  run: ({ input, store, after }) =>
    pageById({ input, after }, toWireWorkspace, (page) =>
      store.workspaces.list({ ...page, enabled: input.enabled, search: input.search }),
    ),
})
