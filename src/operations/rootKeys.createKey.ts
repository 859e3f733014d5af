import { z } from "zod"
import { mintedKey } from "../contract/key.ts"
import { expiry } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { createRootKey } from "./shared/root-keys/create-root-key.ts"
import { newRootKeyInput } from "./shared/root-keys/grants-input.ts"

export const rootKeysCreateKey = mutation({
  name: "rootKeys.createKey",
  title: "Create a root key",
  summary: "Create a root key, as published Unkey clients do. rootKeys.createRootKey can also create a disabled one.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.create_root_key"],
  input: z.strictObject({
    ...newRootKeyInput,
    expires: expiry
      .nullable()
      .optional()
      .describe("When the root key expires, in Unix milliseconds; null means never."),
  }),
  output: mintedKey,
  errors: ["data/workspace_not_found"],
  example: { name: "Issue keys", permissions: ["api.*.create_key", "api.*.read_key"] },
  async run({ input, workspace, tx, mint, now, delegate, caller }) {
    const { name = null, permissions, expires = null } = input
    const wanted = { workspaceId: workspace.id, name, enabled: true, permissions, expires }
    const { rootKeyId, rootKey } = await createRootKey({ tx, mint, now, delegate, caller }, wanted)
    return { keyId: rootKeyId, key: rootKey }
  },
})
