import { z } from "zod"
import { found } from "../contract/errors.ts"
import { permanentDeletion } from "../contract/key.ts"
import { keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { deleteKeys, eraseKeys } from "./shared/keys/delete-keys.ts"

export const deleteKey = mutation({
  name: "keys.deleteKey",
  title: "Delete a key",
  summary: "Delete a key for good. With `permanent`, also erase its record.",
  isDestructive: true,
  needs: ["api.{apiId}.delete_key"],
  input: z.strictObject({
    keyId: keyRef,
    permanent: permanentDeletion.default(false),
  }),
  output: z.object({}),
  errors: ["data/key_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, now, grant }) {
    const key = found(await tx.keys.findForUpdate(workspace.id, input.keyId), "data/key_not_found")
    grant({ apiId: key.apiId })
    await (input.permanent ? eraseKeys : deleteKeys)({ tx, now }, [key])
    return {}
  },
})
