import { z } from "zod"
import { permanentDeletion } from "../contract/key.ts"
import { keysCursor, selectingKeys } from "../contract/key-selection.ts"
import { type SlicesDone, slicedMutation } from "./operation.ts"
import { deleteKeys as deleteRecorded, eraseKeys } from "./shared/keys/delete-keys.ts"
import { changeSelectedKeys, type KeysProgress, requireSelectedKeys } from "./shared/keys/selected-keys.ts"

export const deleteKeys = slicedMutation({
  name: "keys.deleteKeys",
  title: "Delete many keys",
  summary:
    "Delete many keys for good: those that you list, or all keys of an API or an identity, up to 10,000 per call.",
  isDestructive: true,
  needs: ["api.{apiId}.delete_key"],
  input: selectingKeys({ permanent: permanentDeletion.default(false) }),
  output: z.object({ deleted: z.int().describe("Number of keys that were deleted."), cursor: keysCursor }),
  errors: ["data/key_not_found", "data/api_not_found", "data/identity_not_found"],
  example: { identity: "user_42" },
  plan: requireSelectedKeys,
  async runSlice(context, done: SlicesDone<void, KeysProgress>) {
    const slice = await changeSelectedKeys(context, done, async (keys) => {
      await (context.input.permanent ? eraseKeys : deleteRecorded)(context, keys)
      return keys.length
    })
    return slice.type === "more" ? slice : { ...slice, result: { deleted: slice.result } }
  },
})
