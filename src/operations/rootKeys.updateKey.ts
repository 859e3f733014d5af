import { z } from "zod"
import { found } from "../contract/errors.ts"
import { name, ref, workspaceRef } from "../contract/primitives.ts"
import { itselfWhenDisabled } from "../contract/touches.ts"
import { mutation } from "./operation.ts"
import { changeRootKey } from "./shared/root-keys/change-root-key.ts"
import { grantsPatch } from "./shared/root-keys/grants-input.ts"

export const rootKeysUpdateKey = mutation({
  name: "rootKeys.updateKey",
  title: "Change a root key",
  summary: "Change the name, permissions or state of a root key, as published Unkey clients do.",
  touches: itselfWhenDisabled,
  callers: ["operator", "root_key"],
  needs: ["root_key.*.update_root_key"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    keyId: ref.describe("Id of the root key."),
    name: name.nullable().exactOptional().describe("Name of the root key, for people. null removes it."),
    enabled: z.boolean().exactOptional().describe("Whether the root key works."),
    permissions: grantsPatch,
  }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { keyId: "rk_1CAiZx1YPnJZtcPxTdBGPS", name: "Issue keys" },
  async run({ input, caller, workspace, tx, now, delegate }) {
    const { workspaceId: _own, keyId, ...patch } = input
    const rootKey = found(await tx.rootKeys.find(workspace.id, keyId), "data/root_key_not_found")
    await changeRootKey({ tx, caller, now, delegate }, rootKey, patch)
    return {}
  },
})
