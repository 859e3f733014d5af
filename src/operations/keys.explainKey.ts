import type { z } from "zod"
import { fault } from "../contract/errors.ts"
import { explanation, explanationInput } from "../contract/explanation.ts"
import { creditsOf } from "../core/balance.ts"
import { explain } from "../core/explain/explain.ts"
import type { SeenKey } from "../core/explain/explanation.ts"
import { inheritedSlugs } from "../core/inherited-permissions.ts"
import { planOf } from "../core/plans.ts"
import { isUnknownLimit, limitsToApply } from "../core/verify.ts"
import type { Context } from "./context.ts"
import { query } from "./operation.ts"
import { findByPlaintext } from "./shared/verify/find-by-plaintext.ts"
import { readCurrent } from "./shared/verify/give-back.ts"
import { readPermissionQuery } from "./shared/verify/read-permission-query.ts"
import { verificationsUsed } from "./shared/verify/verification-quota.ts"

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
    const { input, workspace, now } = context
    const query = readPermissionQuery(input.permissions)
    const key = await readKey(context)
    const { validAgainAt, ...explained } = explain({
      now,
      workspace,
      verificationsUsed: await verificationsUsed(context),
      request: { query, ip: input.ip, ratelimits: input.ratelimits ?? [], cost: input.credits?.cost ?? 1 },
      key,
    })
    return { ...explained, ...(validAgainAt !== undefined && { validAgainAt }) }
  },
})

type ExplainContext = Context<z.infer<typeof explanationInput>>

/** Reads what a verification would read, without adopting the key, storing its refill or taking from its limits. */
async function readKey(context: ExplainContext): Promise<SeenKey | undefined> {
  const { input, workspace, store, counters, now } = context
  const keyId = input.key === undefined ? input.keyId : await findByPlaintext(context, input.key)
  const details =
    keyId === undefined ? undefined : await readCurrent(context, () => store.keys.find(workspace.id, keyId))
  if (details === undefined && input.key === undefined) throw fault("data/key_not_found")
  if (details === undefined) {
    context.grantNothing()
    return undefined
  }
  context.grant({ apiId: details.apiId })
  const [key, api] = await Promise.all([
    findExplained(context, details.id),
    store.apis.find(workspace.id, details.apiId),
  ])
  // Deleted since it was found.
  if (key === undefined || api === undefined) return undefined
  const plan = details.identity === null ? null : planOf(details.identity, now)
  const requested = input.ratelimits ?? []
  const unknown = requested.filter((limit) => isUnknownLimit(key.facts, limit))
  const known = requested.filter((limit) => !unknown.includes(limit))
  const limits = limitsToApply(key, known)
  const peeked = await counters.peek(limits, now)
  return {
    ...key,
    networks: { api: api.ipAllowlist, key: details.ipAllowlist },
    holding: details,
    inherited: details.identity === null ? [] : inheritedSlugs(details.identity, plan),
    plan,
    credits: creditsOf(details),
    identity: details.identity,
    limits: limits.flatMap((limit, index) => {
      const seen = peeked[index]
      return seen === undefined ? [] : [{ limit, peeked: seen }]
    }),
    unknownLimits: unknown.map(({ name }) => name),
  }
}

/** A previous secret may have expired before its key. */
async function findExplained({ input, workspace, store, vault, now }: ExplainContext, keyId: string) {
  const bySecret = input.key && (await store.verification.findUncached(workspace.id, vault.hash(input.key), now))
  if (bySecret && bySecret.key.keyId === keyId) return bySecret.key
  return store.verification.findById(workspace.id, keyId, now)
}
