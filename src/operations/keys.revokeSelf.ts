import { z } from "zod"
import { mutation } from "./operation.ts"
import { deleteKeys } from "./shared/keys/delete-keys.ts"
import { finishRotation } from "./shared/keys/rotate-secret.ts"

export const revokeSelf = mutation({
  name: "keys.revokeSelf",
  title: "Let a key delete itself",
  summary:
    "Delete the API key that makes this call. If it calls with the previous secret of a rotation, only that secret ends.",
  isDestructive: true,
  callers: ["api_key"],
  needs: [],
  input: z.strictObject({}),
  output: z.object({}),
  errors: [],
  example: {},
  async run({ caller, workspace, tx, now }) {
    if (caller.type !== "api_key") return {}
    const key = await tx.keys.findForUpdate(workspace.id, caller.key.id)
    // Of two concurrent calls, the second finds the key already deleted.
    if (key === undefined) return {}
    // The current secret has replaced this one, and its owner may not want to lose it.
    if (caller.previous !== null) await finishRotation({ tx, now }, key)
    else await deleteKeys({ tx, now }, [key])
    return {}
  },
})
