import { balanceIdFor } from "../core/balance-id.ts"
import { dueCreditNotices, isQuotaNear, isQuotaReached } from "../core/balance-watch.ts"
import { creditsAt } from "../core/credits.ts"
import { countedAt } from "../core/customer-meter.ts"
import { dayMs } from "../core/durations.ts"
import { hasDueReturns } from "../core/holds.ts"
import type { Identity, Resource } from "../core/model.ts"
import type { Notice } from "../core/notice.ts"
import { identityAt, quotaOf } from "../core/plans.ts"
import { nextPeriod, periodStart, type Quota, type QuotaCount } from "../core/quota.ts"
import { ReturnsDue } from "../core/returns-due.ts"
import { noThreshold, type Threshold } from "../core/threshold.ts"
import type { DueBalance } from "../storage/port/due-balances.ts"
import type { Transaction } from "../storage/port/store.ts"
import { recordNotice } from "./record-notice.ts"
import { exhaustedName, lowName, nearName, reachedName } from "./told-names.ts"

export interface Suspect extends DueBalance {
  /** The fill since which a call was refused for its credits. */
  readonly refusedAtFill: number | undefined
}

interface Telling {
  readonly tx: Transaction
  readonly now: number
}

/**
 * Records the notices that are due about a balance, and returns the names of those that are known to be recorded. The row is
 * locked, so it tells which: the fill since which each was told is part of it.
 */
export function tellBalance(telling: Telling, suspect: Suspect): Promise<readonly string[]> {
  return suspect.type === "key" ? tellKey(telling, suspect) : tellIdentity(telling, suspect)
}

const namedKeysAtMost = 90

async function tellKey({ tx, now }: Telling, { workspaceId, id, refusedAtFill }: Suspect): Promise<readonly string[]> {
  const keyIds = await tx.balances.listKeyIds(workspaceId, id, namedKeysAtMost)
  const [newest = ""] = keyIds
  const key = await tx.keys.findForUpdate(workspaceId, newest)
  if (key?.balance == null || key.balance.credits === null) return []
  const { balance } = key
  if (hasDueReturns(balance.holds, now)) throw new ReturnsDue({ balanceIds: [id] }, now)
  const { remaining, refilled } = creditsAt(key.balance.credits, now)
  if (refilled) return []
  const resources: Notice["resources"] = [
    { type: "key", id: key.id },
    { type: "api", id: key.apiId },
    ...(key.identityId === null ? [] : [{ type: "identity", id: key.identityId } as const]),
    { type: "balance", id },
    ...keyIds.slice(1).map((keyId): Resource => ({ type: "key", id: keyId })),
  ]
  const { threshold = noThreshold } = balance
  const credits = { remaining, threshold, isRefused: refusedAtFill === threshold.fills, isSpared: false }
  const facts = key.name === null ? {} : { name: key.name }
  const told = await tellCredits({ tx, now }, credits, { workspaceId, id, resources, facts })
  if (told !== threshold) await tx.balances.update({ ...balance, threshold: told })
  return toldNames(id, told)
}

async function tellIdentity(
  { tx, now }: Telling,
  { workspaceId, id, refusedAtFill }: Suspect,
): Promise<readonly string[]> {
  const stored = await tx.identities.findForUpdate(workspaceId, id)
  if (stored === undefined) return []
  const { balance } = stored
  if (hasDueReturns(balance?.holds, now)) throw new ReturnsDue({ identityIds: [id] }, now)
  const identity = identityAt(stored, now)
  const count = quotaCountAt(identity, now)
  const quotaNames = count === undefined ? [] : await tellQuota({ tx, now }, identity, count)
  if (balance === null || balance.remaining === null) return quotaNames
  const { remaining, threshold = noThreshold } = balance
  const resources = resourcesOf(stored)
  const facts = { externalId: stored.externalId }
  const isSpared = count !== undefined && count.left > 0
  const credits = { remaining, threshold, isRefused: refusedAtFill === threshold.fills, isSpared }
  const told = await tellCredits({ tx, now }, credits, { workspaceId, id, resources, facts })
  if (told !== threshold) await tx.identities.update(stored, { ...stored, balance: { ...balance, threshold: told } })
  return [...quotaNames, ...toldNames(id, told)]
}

function resourcesOf({ id }: Pick<Identity, "id">): Notice["resources"] {
  return [
    { type: "identity", id },
    { type: "balance", id: balanceIdFor(id) },
  ]
}

interface CountedCredits {
  readonly remaining: number
  readonly threshold: Threshold
  readonly isRefused: boolean
  readonly isSpared: boolean
}

type Subject = Pick<Notice, "workspaceId" | "resources" | "facts"> & { readonly id: string }

/** Returns the threshold with what is told now. */
async function tellCredits({ tx, now }: Telling, credits: CountedCredits, subject: Subject): Promise<Threshold> {
  const { remaining, threshold, isRefused } = credits
  const { id, facts, ...about } = subject
  const { isLow, isExhausted } = dueCreditNotices(remaining, credits)
  if (!isLow && !isExhausted) return threshold
  const { fills, lowAt } = threshold
  // The row itself is the mark. This one only has to outlive the transaction.
  const marked = { mark: `${id} ${fills}`, markedUntil: now + dayMs }
  if (isLow) await recordNotice(tx, { type: "credits.low", ...about, ...marked, facts: { ...facts, remaining, lowAt } })
  if (isExhausted) {
    const refusal = isRefused && remaining > 0 ? { refused: true } : {}
    await recordNotice(tx, {
      type: "credits.exhausted",
      ...about,
      ...marked,
      facts: { ...facts, remaining, ...refusal },
    })
  }
  return {
    ...threshold,
    lowTold: isLow ? fills : threshold.lowTold,
    exhaustedTold: isExhausted ? fills : threshold.exhaustedTold,
  }
}

function toldNames(id: string, { fills, lowTold, exhaustedTold }: Threshold): readonly string[] {
  return [
    ...(lowTold === fills ? [lowName(id, fills)] : []),
    ...(exhaustedTold === fills ? [exhaustedName(id, fills)] : []),
  ]
}

interface CountedQuota {
  readonly quota: Quota
  readonly count: QuotaCount
  readonly left: number
}

function quotaCountAt(identity: Identity, now: number): CountedQuota | undefined {
  const quota = quotaOf(identity, now)
  const count = quota === null ? null : (countedAt(identity, now).balance?.count ?? null)
  if (quota === null || count === null) return undefined
  return { quota, count, left: Math.max(0, quota.limit - count.used) }
}

/** No mark is forgotten before its period has ended. A total quota has one period. */
async function tellQuota(
  { tx, now }: Telling,
  identity: Identity,
  { quota, count, left }: CountedQuota,
): Promise<readonly string[]> {
  const { limit, interval } = quota
  const { from, used, overageUsed } = count
  if (!isQuotaNear(quota, left)) return []
  const { id, workspaceId, externalId, billingDay } = identity
  const resets = nextPeriod({ interval, billingDay }, now)
  const period = resets === null ? {} : { from, resets }
  const notice = {
    workspaceId,
    mark: `${id} ${interval} ${from} ${limit}`,
    markedUntil: resets === null ? Number.MAX_SAFE_INTEGER : resets + 31 * dayMs,
    resources: resourcesOf(identity),
    facts: { externalId, limit, interval, used, overageUsed, ...period },
  }
  // The name that a charge looks up. A count keeps its beginning when the billing day moves back.
  const told = { id, limit, from: periodStart({ interval, billingDay }, now) }
  await recordNotice(tx, { ...notice, type: "identity.quota_near" })
  if (!isQuotaReached(quota, left)) return [nearName(told)]
  await recordNotice(tx, { ...notice, type: "identity.quota_reached" })
  return [nearName(told), reachedName(told)]
}
