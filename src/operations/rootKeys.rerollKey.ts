import { z } from "zod"
import { found } from "../contract/errors.ts"
import { mintedKey } from "../contract/key.ts"
import { expiry, ref, workspaceRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { rerollRootKey } from "./shared/root-keys/reroll-root-key.ts"

export const rootKeysRerollKey = mutation({
  name: "rootKeys.rerollKey",
  title: "Rotate a root key",
  summary: "Replace a root key with a new one that has the same permissions, as published Unkey clients do.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.create_root_key", "root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    keyId: ref.describe("Id of the root key."),
    expiration: expiry.nullable().describe("Milliseconds until the old key expires. null leaves its expiry unchanged."),
  }),
  output: mintedKey,
  errors: ["data/workspace_not_found", "data/root_key_not_found"],
  example: { keyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", expiration: 3600000 },
  async run({ input, workspace, tx, mint, now, delegate, caller }) {
    const old = found(await tx.rootKeys.find(workspace.id, input.keyId), "data/root_key_not_found")
    const end = input.expiration === null ? null : now + input.expiration
    const { rootKeyId, rootKey } = await rerollRootKey({ tx, mint, now, delegate, caller }, old, end)
    return { keyId: rootKeyId, key: rootKey }
  },
})
