import { z } from "zod"
import { mintedKey } from "../contract/key.ts"
import { expiry, name, workspaceRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { createRootKey } from "./shared/create-root-key.ts"
import { grants } from "./shared/grants-input.ts"

export const rootKeysCreateKey = mutation({
  name: "rootKeys.createKey",
  summary: "Create a root key, as published Unkey clients do. rootKeys.createRootKey can also create a disabled one.",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.create_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    name: name.optional().describe("Name of the root key, for people."),
    permissions: grants.describe("Permissions of the root key, such as `api.*.create_key`. `*` grants everything."),
    expires: expiry
      .nullable()
      .optional()
      .describe("When the root key expires, in Unix milliseconds; null means never."),
  }),
  output: mintedKey,
  errors: ["data/workspace_not_found"],
  example: { name: "Issue keys", permissions: ["api.*.create_key", "api.*.read_key"] },
  async run({ input, workspace, tx, mint, now, delegate }) {
    const { name = null, permissions, expires = null } = input
    const wanted = { workspaceId: workspace.id, name, enabled: true, permissions, expires }
    const { rootKeyId, rootKey } = await createRootKey({ tx, mint, now, delegate }, wanted)
    return { keyId: rootKeyId, key: rootKey }
  },
})
