import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { deleteRootKey } from "./shared/root-keys/delete-root-key.ts"

export const rootKeysDeleteKey = mutation({
  name: "rootKeys.deleteKey",
  title: "Delete a root key",
  summary: "Delete a root key for good, as published Unkey clients do.",
  isDestructive: true,
  callers: ["operator", "root_key"],
  needs: ["root_key.*.delete_root_key"],
  input: z.strictObject({ workspaceId: workspaceRef, keyId: ref.describe("Id of the root key.") }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { keyId: "rk_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, caller, workspace, tx, now }) {
    const rootKey = found(await tx.rootKeys.find(workspace.id, input.keyId), "data/root_key_not_found")
    await deleteRootKey({ tx, caller, now }, rootKey)
    return {}
  },
})
