import { z } from "zod"
import { mutation } from "./operation.ts"
import { deleteKeys } from "./shared/keys/delete-keys.ts"

export const revokeSelf = mutation({
  name: "keys.revokeSelf",
  title: "Let a key delete itself",
  summary: "Delete the API key that makes this call.",
  isDestructive: true,
  callers: ["api_key"],
  needs: [],
  input: z.strictObject({}),
  output: z.object({}),
  errors: [],
  example: {},
  async run({ caller, workspace, tx, now }) {
    const key = caller.type === "api_key" ? await tx.keys.findForUpdate(workspace.id, caller.key.id) : undefined
    // Of two concurrent calls, the second finds the key already deleted.
    if (key !== undefined) await deleteKeys({ tx, now }, [key])
    return {}
  },
})
