import { z } from "zod"
import { found } from "../contract/errors.ts"
import { expiry, name, ref, workspaceRef } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { itselfWhenDisabled } from "../contract/touches.ts"
import { toWireRootKey } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeRootKey } from "./shared/root-keys/change-root-key.ts"
import { grantsPatch } from "./shared/root-keys/grants-input.ts"

export const updateRootKey = mutation({
  name: "rootKeys.updateRootKey",
  title: "Change a root key",
  summary: "Change the name, permissions, state or expiry of a root key. You can only grant permissions that you hold.",
  touches: itselfWhenDisabled,
  callers: ["operator", "root_key"],
  needs: ["root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    rootKeyId: ref.describe("Id of the root key."),
    name: name.nullable().exactOptional().describe("Name of the root key, for people. null removes it."),
    permissions: grantsPatch,
    enabled: z.boolean().exactOptional().describe("Whether the root key works."),
    expires: expiry
      .nullable()
      .exactOptional()
      .describe("When the root key expires, in Unix milliseconds; null means never."),
  }),
  output: rootKey,
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { rootKeyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", permissions: ["api.*.verify_key", "api.*.read_key"] },
  async run({ input, caller, workspace, tx, now, delegate }) {
    const { workspaceId: _own, rootKeyId, ...patch } = input
    const rootKey = found(await tx.rootKeys.find(workspace.id, rootKeyId), "data/root_key_not_found")
    return toWireRootKey(await changeRootKey({ tx, caller, now, delegate }, rootKey, patch))
  },
})
