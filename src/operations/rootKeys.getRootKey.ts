import { z } from "zod"
import { found, invalidInput } from "../contract/errors.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { toWireRootKey } from "../core/wire.ts"
import type { Caller } from "./context.ts"
import { query } from "./operation.ts"

const readRootKey = "root_key.*.read_root_key"

export const getRootKey = query({
  name: "rootKeys.getRootKey",
  title: "Show a root key",
  summary: "Show a root key. Every root key may read itself.",
  callers: ["operator", "root_key"],
  needs: [],
  mayNeed: [readRootKey],
  requiredOfOperators: ["rootKeyId"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    rootKeyId: ref.optional().describe("Id of the root key. A root key may leave it out to read itself."),
  }),
  output: rootKey,
  errors: ["data/workspace_not_found", "data/root_key_not_found"],
  example: { rootKeyId: "rk_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, caller, workspace, store, grantAlso }) {
    const ownId = ownIdOf(caller)
    const rootKeyId = input.rootKeyId ?? ownId
    if (rootKeyId === undefined) throw invalidInput({ location: "body.rootKeyId", message: "is required" })
    const rootKey = found(await store.rootKeys.find(workspace.id, rootKeyId), "data/root_key_not_found")
    if (rootKey.id !== ownId) grantAlso(readRootKey)
    return toWireRootKey(rootKey)
  },
})

function ownIdOf(caller: Caller): string | undefined {
  return caller.type === "root_key" ? caller.rootKey.id : undefined
}
