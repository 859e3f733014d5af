import { z } from "zod"
import { found } from "../contract/errors.ts"
import { key } from "../contract/key.ts"
import { keyRef } from "../contract/primitives.ts"
import { query } from "./operation.ts"
import { decrypt, keyDecryption, keyPresenter } from "./shared/keys/show-keys.ts"
import { readCurrent } from "./shared/verify/give-back.ts"

export const getKey = query({
  name: "keys.getKey",
  title: "Show a key",
  summary: "Show a key, even if it is disabled or expired.",
  needs: ["api.{apiId}.read_key"],
  mayNeed: [keyDecryption],
  input: z.strictObject({ keyId: keyRef, decrypt }),
  output: key,
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run(context) {
    const { input, workspace, store } = context
    const key = found(
      await readCurrent(context, () => store.keys.find(workspace.id, input.keyId)),
      "data/key_not_found",
    )
    context.grant({ apiId: key.apiId }, ...(input.decrypt ? [keyDecryption] : []))
    const present = await keyPresenter(context, [key])
    return { ...present(key), directPermissions: key.directPermissions.map(({ slug }) => slug).sort() }
  },
})
