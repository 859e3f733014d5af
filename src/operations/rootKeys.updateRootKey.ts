import { z } from "zod"
import { found } from "../contract/errors.ts"
import { expiry, name, ref } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { presentRootKey } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeRootKey } from "./shared/change-root-key.ts"
import { grants } from "./shared/grants-input.ts"

export const updateRootKey = mutation({
  name: "rootKeys.updateRootKey",
  summary: "Change name, permissions, state or expiry of a root key; permissions only to what the caller holds.",
  callers: ["operator", "root_key"],
  needs: ["root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: ref.optional(),
    rootKeyId: ref,
    name: name.nullable().exactOptional(),
    permissions: grants.exactOptional(),
    enabled: z.boolean().exactOptional(),
    expires: expiry.nullable().exactOptional(),
  }),
  output: rootKey,
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { rootKeyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", permissions: ["api.*.verify_key", "api.*.read_key"] },
  async run({ input, caller, workspace, tx, now, require }) {
    const { workspaceId: _own, rootKeyId, ...patch } = input
    const rootKey = found(await tx.rootKeys.find(workspace.id, rootKeyId), "data/root_key_not_found")
    return presentRootKey(await changeRootKey({ tx, caller, now, require }, rootKey, patch))
  },
})
