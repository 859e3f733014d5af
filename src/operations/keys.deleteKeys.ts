import { z } from "zod"
import { permanentDeletion } from "../contract/key.ts"
import { keysCursor, selectingKeys, skippedKeys } from "../contract/key-selection.ts"
import { selectedKeys } from "../contract/touches.ts"
import { type SlicesDone, slicedMutation } from "./operation.ts"
import { deleteKeys as deleteRecorded, eraseKeys } from "./shared/keys/delete-keys.ts"
import { readingOfAllApis, readingOfOneApi } from "./shared/keys/key-matches.ts"
import {
  changeSelectedKeys,
  type KeysPlan,
  type KeysProgress,
  requireSelectedKeys,
} from "./shared/keys/selected-keys.ts"

export const deleteKeys = slicedMutation({
  name: "keys.deleteKeys",
  title: "Delete many keys",
  summary:
    "Delete many keys for good: those that you list, all keys of an API or an identity, or all that match a filter, up to 10,000 per call.",
  isDestructive: true,
  touches: selectedKeys,
  needs: ["api.{apiId}.delete_key"],
  mayNeed: [readingOfOneApi, readingOfAllApis],
  input: selectingKeys({ permanent: permanentDeletion.default(false) }),
  output: z.object({
    deleted: z.int().describe("Number of keys that were deleted."),
    skipped: skippedKeys,
    cursor: keysCursor,
  }),
  errors: [
    "data/key_not_found",
    "data/api_not_found",
    "data/identity_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
  ],
  example: { identity: "user_42" },
  plan: requireSelectedKeys,
  async runSlice(context, done: SlicesDone<KeysPlan, KeysProgress>) {
    const slice = await changeSelectedKeys(context, done, async (keys) => {
      await (context.input.permanent ? eraseKeys : deleteRecorded)(context, keys)
      return keys.length
    })
    if (slice.type === "more") return slice
    const { changed, ...rest } = slice.result
    return { ...slice, result: { deleted: changed, ...rest } }
  },
})
