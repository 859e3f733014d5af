import type { z } from "zod"
import { fault } from "../contract/errors.ts"
import { explanation, explanationInput } from "../contract/explanation.ts"
import type { KeyDetails } from "../core/model.ts"
import type { Context } from "./context.ts"
import { query } from "./operation.ts"
import { explainCall } from "./shared/verify/explain-call.ts"
import { findByPlaintext } from "./shared/verify/find-by-plaintext.ts"
import { readCurrent } from "./shared/verify/give-back.ts"
import { readPermissionQuery } from "./shared/verify/read-permission-query.ts"

export const explainKey = query({
  name: "keys.explainKey",
  title: "Explain a verdict",
  summary:
    "Show every check that a verification of a key makes, and what would make a failed check pass. Charges nothing.",
  callers: ["operator", "root_key"],
  needs: ["api.{apiId}.read_key"],
  input: explanationInput,
  output: explanation,
  errors: ["data/workspace_not_found", "data/key_not_found", "application/permissions_query_syntax_error"],
  example: {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    keyId: "key_1CAiZx1YPnJZtcPxTdBGPS",
    permissions: "documents.read AND documents.share",
    ip: "192.0.2.1",
  },
  async run(context) {
    const { input } = context
    const query = readPermissionQuery(input.permissions)
    const details = await findDetails(context)
    const { validAgainAt, ...explained } = await explainCall(context, details, {
      key: input.key,
      request: { query, ip: input.ip, ratelimits: input.ratelimits ?? [], cost: input.credits?.cost ?? 1 },
    })
    return { ...explained, ...(validAgainAt !== undefined && { validAgainAt }) }
  },
})

type ExplainContext = Context<z.infer<typeof explanationInput>>

async function findDetails(context: ExplainContext): Promise<KeyDetails | undefined> {
  const { input, workspace, store } = context
  const keyId = input.key === undefined ? input.keyId : await findByPlaintext(context, input.key)
  const details =
    keyId === undefined ? undefined : await readCurrent(context, () => store.keys.find(workspace.id, keyId))
  if (details === undefined && input.key === undefined) throw fault("data/key_not_found")
  if (details === undefined) context.grantNothing()
  else context.grant({ apiId: details.apiId })
  return details
}
