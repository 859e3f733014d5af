import { z } from "zod"
import { found } from "../contract/errors.ts"
import { expiry, ref, workspaceRef } from "../contract/primitives.ts"
import { mintedRootKey } from "../contract/root-key.ts"
import { mutation } from "./operation.ts"
import { rerollRootKey as reroll } from "./shared/root-keys/reroll-root-key.ts"

export const rerollRootKey = mutation({
  name: "rootKeys.rerollRootKey",
  title: "Rotate a root key",
  summary: "Replace a root key with a new one that has the same permissions. The old key expires after the given time.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.create_root_key", "root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    rootKeyId: ref.describe("Id of the root key."),
    expiration: expiry.describe("Milliseconds from now until the old key expires."),
  }),
  output: mintedRootKey,
  errors: ["data/workspace_not_found", "data/root_key_not_found"],
  example: { rootKeyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", expiration: 3600000 },
  async run({ input, workspace, tx, mint, now, delegate, caller }) {
    const old = found(await tx.rootKeys.find(workspace.id, input.rootKeyId), "data/root_key_not_found")
    return reroll({ tx, mint, now, delegate, caller }, old, now + input.expiration)
  },
})
