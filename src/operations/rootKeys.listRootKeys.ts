import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { workspaceRef } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { toWireRootKey } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listRootKeys = pagedQuery({
  name: "rootKeys.listRootKeys",
  title: "List root keys",
  summary: "List the root keys of a workspace, including disabled and expired ones.",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.read_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    ...searchInput("Only root keys whose id, name or start contains this text."),
  }),
  output: z.array(rootKey),
  errors: ["data/workspace_not_found"],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireRootKey, (page) =>
      store.rootKeys.list(workspace.id, { ...page, search: input.search }),
    ),
})
