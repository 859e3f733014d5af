import type { Code } from "../../../contract/verdicts.ts"
import { hourMs } from "../../../core/durations.ts"
import { planOf } from "../../../core/plans.ts"
import { resolveUsageRange } from "../../../core/usage-interval.ts"
import type { RecordedEvent } from "../../../storage/port/events.ts"
import type { UsageGroup } from "../../../storage/port/usage.ts"
import type { IncidentContext, Subject } from "./subject.ts"

/** So many of the most refused keys are looked at. */
const lookedAtAtMost = 100

interface Refused {
  readonly keyId: string
  readonly identityId: string | undefined
}

/** How many other keys and customers were refused with a code since its cause, and are concerned by the object that it changed. */
export async function countOthers(
  context: IncidentContext,
  subject: Subject,
  { code, cause, to }: { readonly code: Code; readonly cause: RecordedEvent; readonly to: number },
): Promise<{ readonly keys: number; readonly customers: number }> {
  const refused = await readRefused(context, { code, from: cause.time, to })
  const others = refused.filter(({ keyId, identityId }) => subject.id !== keyId && subject.id !== identityId)
  const touched = others.length === 0 ? [] : await concernedBy(context, cause, others)
  const own = subject.type === "identity" ? subject.id : subject.key?.identityId
  const customers = new Set(touched.flatMap(({ identityId }) => identityId ?? []))
  customers.delete(own ?? "")
  return { keys: touched.length, customers: customers.size }
}

interface RefusedQuery {
  readonly code: Code
  readonly from: number
  readonly to: number
}

async function readRefused(
  { store, workspace, now, usageDays }: IncidentContext,
  { code, from, to }: RefusedQuery,
): Promise<readonly Refused[]> {
  const range = resolveUsageRange({
    ...{ from, to: Math.max(to, from + hourMs), interval: "total", now, hourDays: usageDays, isLabelled: false },
  })
  if (!("times" in range)) return []
  const { groups } = await store.usage.read({
    ...{ workspaceId: workspace.id, times: range.times, interval: "total", from: range.from, to: range.to },
    ...{ filter: { type: "verifications", codes: [code] }, groupBy: ["key", "identity"], limit: lookedAtAtMost, now },
  })
  return groups.flatMap(refusedIn)
}

function refusedIn({ keyId, identity }: UsageGroup): readonly Refused[] {
  return keyId === undefined ? [] : [{ keyId, identityId: identity?.id }]
}

async function concernedBy(
  { store, workspace, now }: IncidentContext,
  { type, resources: [changed], requestId, sequence }: RecordedEvent,
  refused: readonly Refused[],
): Promise<readonly Refused[]> {
  const keyIds = refused.map(({ keyId }) => keyId)
  // Keyward does not record who held a deleted object.
  if (type.endsWith(".deleted")) return refused
  switch (changed?.type) {
    case "key": {
      if (requestId === null) return []
      // One request can change many keys, and its events follow each other.
      const around = { before: sequence + 2 * lookedAtAtMost, limit: 2 * lookedAtAtMost, since: 0 }
      const types = ["key.updated", "key.rotated", "key.rerolled"] as const
      const events = await store.events.listChanges({ workspaceId: workspace.id, types, requestId, ...around })
      const ids = new Set(events.map(({ resources: [key] }) => key?.id))
      return refused.filter(({ keyId }) => ids.has(keyId))
    }
    case "identity":
      return refused.filter(({ identityId }) => identityId === changed.id)
    case "plan": {
      const ids = refused.flatMap(({ identityId }) => identityId ?? [])
      const identities = await store.identities.listByIds(workspace.id, [...new Set(ids)])
      const having = new Set(identities.filter((one) => planOf(one, now)?.id === changed.id).map(({ id }) => id))
      return refused.filter(({ identityId }) => identityId !== undefined && having.has(identityId))
    }
    case "api": {
      const apis = await store.usage.findApisOfKeys(workspace.id, keyIds)
      return refused.filter(({ keyId }) => apis.get(keyId) === changed.id)
    }
    case "role": {
      const holdings = await store.roles.listHoldings(keyIds)
      const holders = new Set(holdings.filter(({ roleIds }) => roleIds.includes(changed.id)).map(({ keyId }) => keyId))
      return refused.filter(({ keyId }) => holders.has(keyId))
    }
    default:
      return refused
  }
}
