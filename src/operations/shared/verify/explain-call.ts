import { creditsOf } from "../../../core/balance.ts"
import { explain } from "../../../core/explain/explain.ts"
import type { Explanation, Seen, SeenKey } from "../../../core/explain/explanation.ts"
import { inheritedSlugs } from "../../../core/inherited-permissions.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { planOf } from "../../../core/plans.ts"
import { isUnknownLimit, limitsToApply } from "../../../core/verify.ts"
import type { ContextWith } from "../../context.ts"
import { verificationsUsed } from "./verification-quota.ts"

type ExplainContext = ContextWith<"workspace" | "store" | "counters" | "vault" | "usage" | "now">

export interface ExplainedCall {
  /** The secret of the call, if it is known. Otherwise the call has the present one. */
  readonly key: string | undefined
  readonly request: Seen["request"]
}

/** What a verification of a key would return now. `details` is undefined if there is no such key. */
export async function explainCall(
  context: ExplainContext,
  details: KeyDetails | undefined,
  call: ExplainedCall,
): Promise<Explanation> {
  return explain({
    now: context.now,
    workspace: context.workspace,
    verificationsUsed: await verificationsUsed(context),
    request: call.request,
    key: details && (await seeKey(context, details, call)),
  })
}

/** Reads what a verification would read, without adopting the key, storing its refill or taking from its limits. */
async function seeKey(context: ExplainContext, details: KeyDetails, call: ExplainedCall): Promise<SeenKey | undefined> {
  const { workspace, store, counters, now } = context
  const [key, api] = await Promise.all([
    findVerifiable(context, details.id, call.key),
    store.apis.find(workspace.id, details.apiId),
  ])
  // Deleted since it was found.
  if (key === undefined || api === undefined) return undefined
  const plan = details.identity === null ? null : planOf(details.identity, now)
  const requested = call.request.ratelimits
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
async function findVerifiable(
  { workspace, store, vault, now }: ExplainContext,
  keyId: string,
  secret: string | undefined,
) {
  const bySecret = secret && (await store.verification.findUncached(workspace.id, vault.hash(secret), now))
  if (bySecret && bySecret.key.keyId === keyId) return bySecret.key
  return store.verification.findById(workspace.id, keyId, now)
}
