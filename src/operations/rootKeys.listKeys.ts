import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { workspaceRef } from "../contract/primitives.ts"
import { listedRootKey } from "../contract/root-key.ts"
import { toWireListedRootKey } from "../core/wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const rootKeysListKeys = pagedQuery({
  name: "rootKeys.listKeys",
  title: "List root keys",
  summary: "List the root keys of a workspace, with the field names of published Unkey clients.",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.read_root_key"],
  input: z.strictObject({ workspaceId: workspaceRef, ...pageInput }),
  output: z.array(listedRootKey),
  errors: ["data/workspace_not_found"],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireListedRootKey, (page) =>
      store.rootKeys.list(workspace.id, { ...page, search: undefined }),
    ),
})
