import { z } from "zod"
import { keyPatchShape, refillPatch } from "../contract/key.ts"
import { keysCursor, selectingKeys, skippedKeys } from "../contract/key-selection.ts"
import { selectedKeys } from "../contract/touches.ts"
import { type SlicesDone, slicedMutation } from "./operation.ts"
import { rightsToChangeLinks } from "./shared/keys/key-link-rights.ts"
import { readingOfAllApis, readingOfOneApi } from "./shared/keys/key-matches.ts"
import { planUpdate, type UpdatePlan } from "./shared/keys/plan-update.ts"
import { changeSelectedKeys, type KeysProgress, requireSelectedKeys } from "./shared/keys/selected-keys.ts"
import { type KeyPatch, updateKeys as update } from "./shared/keys/update-keys.ts"
import { requireKeyQuota } from "./shared/workspaces/quota.ts"

const input = selectingKeys({
  ...keyPatchShape,
  credits: refillPatch
    .exactOptional()
    .describe("Only `refill` and `lowAt`, which every key gets; null means unlimited. The remaining credits stay."),
})

export const updateKeys = slicedMutation({
  name: "keys.updateKeys",
  title: "Change or disable many keys",
  summary:
    "Make the same change to many keys: those that you list, all keys of an API or an identity, or all that match a filter, up to 10,000 per call.",
  touches: selectedKeys,
  needs: ["api.{apiId}.update_key"],
  mayNeed: [...rightsToChangeLinks, readingOfOneApi, readingOfAllApis],
  input,
  output: z.object({
    updated: z.int().describe("Number of keys that were different before. Only these have an event."),
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
    "limits/quota_exceeded",
  ],
  example: { identity: "user_42", expires: 1893456000000, permissions: ["documents.read"] },
  async plan(context) {
    return planUpdate(context, patchIn(context.input), await requireSelectedKeys(context))
  },
  async runSlice(context, done: SlicesDone<UpdatePlan, UpdateProgress>) {
    if (done.type === "planned") await requireKeyQuota(context, done.plan.revivedCount)
    const rights = done.type === "planned" ? done.plan.rights : done.progress.rights
    context.grantAlso(...rights)
    const slice = await changeSelectedKeys(context, done, (keys) => update(context, keys, patchIn(context.input)))
    if (slice.type === "more") return { ...slice, progress: { ...slice.progress, rights } }
    const { changed, ...rest } = slice.result
    return { ...slice, result: { updated: changed, ...rest } }
  },
})

interface UpdateProgress extends KeysProgress {
  /** What the plan needs in addition. A replay needs it too. */
  readonly rights: readonly string[]
}

function patchIn({
  keyIds: _ids,
  apiId: _api,
  identity: _identity,
  filter: _filter,
  expected: _expected,
  limit: _limit,
  cursor: _cursor,
  ...patch
}: z.infer<typeof input>): KeyPatch {
  return patch
}
