import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { deleteKey as deleteRecorded, eraseKey } from "./shared/delete-key.ts"

export const deleteKey = mutation({
  name: "keys.deleteKey",
  summary: "Delete a key for good. With `permanent`, also erase its record.",
  isDestructive: true,
  needs: ["api.{apiId}.delete_key"],
  input: z.strictObject({
    keyId: ref,
    permanent: z.boolean().default(false).describe("Also erase the record with its hash and ciphertext. Events stay."),
  }),
  output: z.object({}),
  errors: ["data/key_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, now, grant }) {
    const key = found(await tx.keys.findForUpdate(workspace.id, input.keyId), "data/key_not_found")
    grant({ apiId: key.apiId })
    await (input.permanent ? eraseKey : deleteRecorded)({ tx, now }, key)
    return {}
  },
})
