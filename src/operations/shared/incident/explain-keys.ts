import type { Code } from "../../../contract/verdicts.ts"
import type { Explanation } from "../../../core/explain/explanation.ts"
import type { Interval } from "../../../core/incident/refusals.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { planOf } from "../../../core/plans.ts"
import type { LoggedVerification } from "../../../storage/port/verification-log.ts"
import { explainCall } from "../verify/explain-call.ts"
import { readPermissionQuery } from "../verify/read-permission-query.ts"
import { newestCallOf } from "./read-calls.ts"
import type { CountedKey } from "./read-counts.ts"
import type { IncidentContext } from "./subject.ts"

/** Explaining a key reads its limits, so that only the most refused keys are explained. */
export const explainedAtMost = 4

/** A key that was refused, with what is known of it. */
export interface KnownKey extends CountedKey {
  readonly details: KeyDetails | undefined
  readonly call: LoggedVerification | undefined
  /** What the same call would return now. Undefined if the caller may not read it, or if the key was deleted. */
  readonly explanation: Explanation | undefined
}

interface RefusedIn extends Interval {
  readonly code: Code
}

/** The keys with the newest call of the first ones, and what that call would return now. */
export async function explainKeys(
  context: IncidentContext,
  counted: readonly CountedKey[],
  { detailsOf, ...refused }: RefusedIn & { readonly detailsOf: ReadonlyMap<string, KeyDetails> },
): Promise<readonly KnownKey[]> {
  const known: KnownKey[] = []
  for (const [index, key] of counted.entries()) {
    const details = detailsOf.get(key.keyId)
    if (index >= explainedAtMost) {
      known.push({ ...key, details, call: undefined, explanation: undefined })
      continue
    }
    const call = await newestCallOf(context, key.keyId, refused)
    const mayRead = details !== undefined && context.holds(`api.${details.apiId}.read_key`)
    const explanation = mayRead ? await explain(context, details, call) : undefined
    known.push({ ...key, details, call, explanation })
  }
  return known
}

/** Explains the refused call, as far as the log knows it. A limit that came with the call itself is nothing that Keyward knows. */
function explain(context: IncidentContext, details: KeyDetails, call: LoggedVerification | undefined) {
  const { ip, missing, cost, exceeded = [] } = call ?? {}
  const stored = storedLimits(details, context.now)
  const named = exceeded.filter((name) => stored.has(name)).map((name) => ({ name, cost: 1 }))
  return explainCall(context, details, {
    key: undefined,
    request: {
      query: readPermissionQuery(missing ?? undefined),
      ip: ip ?? undefined,
      ratelimits: named,
      cost: cost ?? 1,
    },
  })
}

function storedLimits({ ratelimits, identity }: KeyDetails, now: number): ReadonlySet<string> {
  const ofPlan = identity === null ? [] : (planOf(identity, now)?.ratelimits ?? [])
  return new Set([...ratelimits, ...(identity?.ratelimits ?? []), ...ofPlan].map(({ name }) => name))
}
