import { z } from "zod"
import { found } from "../contract/errors.ts"
import { name, ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { changeRootKey } from "./shared/change-root-key.ts"
import { grants } from "./shared/grants-input.ts"

export const rootKeysUpdateKey = mutation({
  name: "rootKeys.updateKey",
  summary: "Change name, permissions or state of a root key, as published Unkey clients do.",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: ref.optional(),
    keyId: ref.describe("Id of the root key."),
    name: name.nullable().exactOptional(),
    enabled: z.boolean().exactOptional(),
    permissions: grants.exactOptional(),
  }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { keyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", name: "Issue keys" },
  async run({ input, caller, workspace, tx, now, require }) {
    const { workspaceId: _own, keyId, ...patch } = input
    const rootKey = found(await tx.rootKeys.find(workspace.id, keyId), "data/root_key_not_found")
    await changeRootKey({ tx, caller, now, require }, rootKey, patch)
    return {}
  },
})
