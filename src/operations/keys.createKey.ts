import { z } from "zod"
import { found } from "../contract/errors.ts"
import { mintedKey, mintedKeyShape } from "../contract/key.ts"
import { apiRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { createKeys } from "./shared/keys/create-keys.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { keyEncryption } from "./shared/keys/key-vault.ts"

export const createKey = mutation({
  name: "keys.createKey",
  title: "Create a key",
  summary: "Create a key for an API. The plaintext is shown only once.",
  touches: "one object",
  needs: ["api.{apiId}.create_key"],
  mayNeed: [keyEncryption, ...rightsToAddLinks],
  input: z.strictObject({ apiId: apiRef, ...mintedKeyShape }),
  output: mintedKey,
  errors: [
    "data/api_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
    prefix: "acme_live",
    name: "Customer 42",
    externalId: "user_42",
    meta: { plan: "pro" },
    permissions: ["documents.read"],
    credits: { remaining: 1000, refill: { interval: "monthly", amount: 1000, refillDay: 1 } },
    ratelimits: [{ name: "requests", limit: 100, duration: 60000, autoApply: true }],
  },
  async run(context) {
    const { input, workspace, tx, grant } = context
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    grant({ apiId: api.id }, ...(input.recoverable ? [keyEncryption] : []), ...rightsToAdd([input]))
    const [created] = await createKeys(context, api, [input])
    if (created === undefined) throw new Error("The new key is missing.")
    return created
  },
})
