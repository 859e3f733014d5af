import { z } from "zod"
import { found } from "../contract/errors.ts"
import { mintedKey, mintedKeyShape } from "../contract/key.ts"
import { apiRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { createKeys as create, requireFewLinks } from "./shared/keys/create-keys.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { keyEncryption } from "./shared/keys/key-vault.ts"

export const createKeys = mutation({
  name: "keys.createKeys",
  title: "Create many keys",
  summary: "Create up to 1,000 keys for an API, all or none. Each plaintext is shown only once.",
  touches: "one object",
  needs: ["api.{apiId}.create_key"],
  mayNeed: [keyEncryption, ...rightsToAddLinks],
  isLong: true,
  input: z.strictObject({
    apiId: apiRef,
    keys: z
      .array(z.strictObject(mintedKeyShape))
      .min(1)
      .max(1_000)
      .describe(
        "Keys to create, with the fields of keys.createKey. Together they may have at most 10,000 roles, permissions and rate limits, and 1,000 different permissions.",
      ),
  }),
  output: z.object({ keys: z.array(mintedKey).describe("The new keys, in the order of the request.") }),
  errors: [
    "data/api_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
    keys: [
      { name: "Customer 42", externalId: "user_42", permissions: ["documents.read"] },
      { name: "Customer 43", externalId: "user_43", credits: { remaining: 1000 } },
    ],
  },
  async run(context) {
    const { input, workspace, tx, grant } = context
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    const encryption = input.keys.some(({ recoverable }) => recoverable) ? [keyEncryption] : []
    grant({ apiId: api.id }, ...encryption, ...rightsToAdd(input.keys))
    requireFewLinks(input.keys)
    return { keys: await create(context, api, input.keys) }
  },
})
