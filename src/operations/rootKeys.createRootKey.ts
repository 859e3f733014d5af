import { z } from "zod"
import { expiry } from "../contract/primitives.ts"
import { mintedRootKey } from "../contract/root-key.ts"
import { mutation } from "./operation.ts"
import { createRootKey as create } from "./shared/root-keys/create-root-key.ts"
import { newRootKeyInput } from "./shared/root-keys/grants-input.ts"

export const createRootKey = mutation({
  name: "rootKeys.createRootKey",
  title: "Create a root key",
  summary: "Create a root key with permissions that the caller holds. The plaintext is shown only once.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.create_root_key"],
  input: z.strictObject({
    ...newRootKeyInput,
    expires: expiry.optional().describe("When the root key expires, in Unix milliseconds. Default: never."),
    enabled: z.boolean().default(true).describe("Whether the root key works."),
  }),
  output: mintedRootKey,
  errors: ["data/workspace_not_found"],
  example: { name: "Issue keys", permissions: ["api.*.create_key", "api.*.read_key"] },
  async run({ input, workspace, tx, mint, now, delegate, caller }) {
    const { name = null, permissions, expires = null, enabled } = input
    return create(
      { tx, mint, now, delegate, caller },
      { workspaceId: workspace.id, name, enabled, permissions, expires },
    )
  },
})
