import { z } from "zod"
import { found } from "../contract/errors.ts"
import { expiry, name, ref } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { changesBetween } from "../core/changes.ts"
import type { RootKey } from "../core/model.ts"
import { presentRootKey } from "../core/present.ts"
import { mutation } from "./operation.ts"
import { grants } from "./steps/grants-input.ts"
import { refuseLosingLastOwner } from "./steps/last-owner.ts"
import { requireUpdateRights } from "./steps/require-root-key-rights.ts"

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
    requireUpdateRights(require, rootKey, patch)
    const wanted: RootKey = { ...rootKey, ...patch, updatedAt: now }
    const changes = changesBetween(presentRootKey(rootKey), presentRootKey(wanted))
    if (changes === undefined) return presentRootKey(rootKey)
    await refuseLosingLastOwner({ tx, caller, now }, rootKey, wanted)
    await tx.rootKeys.update(wanted)
    const resources = [{ type: "root_key", id: rootKey.id }] as const
    tx.record({ type: "root_key.updated", workspaceId: workspace.id, resources, changes })
    return presentRootKey(wanted)
  },
})
