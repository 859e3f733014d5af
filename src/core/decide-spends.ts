import { type BalancesLeft, type Funds, fundsLeft, payFrom } from "./funds.ts"
import type { QuotaInPeriod } from "./quota.ts"

/** A spend from the credits of a key and from its customer: the same cost from both, or nothing. */
export interface SpendRequest {
  /** null if the key has no credits of its own. */
  readonly balanceId: string | null
  /** Absent if the key has no customer, or one without quota and credits. */
  readonly customer?: CustomerCharge | undefined
  readonly cost: number
  readonly now: number
}

export interface CustomerCharge {
  readonly identityId: string
  readonly quota: QuotaInPeriod | null
}

/** The credits of a key as they are stored. */
export interface StoredBalance {
  /** null means unlimited. */
  readonly remaining: number | null
  readonly refillAt: number | null
}

export interface StoredBalances {
  /** By the id of the balance. */
  readonly keys: ReadonlyMap<string, StoredBalance>
  /** By the id of the identity. */
  readonly identities: ReadonlyMap<string, Funds>
}

export type SpendVerdict =
  | { readonly type: "spent"; readonly balances: BalancesLeft }
  | { readonly type: "short"; readonly exhausted: "key" | "identity"; readonly balances: BalancesLeft }
  /** A due refill must be stored first. */
  | { readonly type: "refill_due" }
  /** The count of another interval is stored, or none. It must be changed first. */
  | { readonly type: "other_count" }
  /** Nothing limits the spend: no balance has credits or a quota, or the key was deleted with its balance. */
  | { readonly type: "unlimited" }

export interface DecidedSpends {
  /** One for each spend, in their order. */
  readonly verdicts: readonly SpendVerdict[]
  /** What is left in the balances that were charged. */
  readonly charged: {
    readonly keys: ReadonlyMap<string, number>
    readonly identities: ReadonlyMap<string, Funds>
  }
}

/**
 * Decides a group of spends in their order, for both engines. A spend that is too expensive is skipped, and a cheaper one
 * after it may succeed. The balances must be locked until the result is stored.
 */
export function decideSpends(spends: readonly SpendRequest[], stored: StoredBalances): DecidedSpends {
  const keys = new Map<string, number>()
  const identities = new Map<string, Funds>()
  const verdicts = spends.map((spend): SpendVerdict => {
    const { balanceId, customer, cost } = spend
    const own = creditsOf(spend, stored.keys, keys)
    if (own.type !== "credits") return own
    const funds = fundsOf(spend, stored.identities, identities)
    if (funds.type === "other_count") return funds
    const key = own.remaining
    if (key === null && funds.type === "unlimited") return funds
    const before = funds.type === "unlimited" ? null : funds.funds
    const quota = customer?.quota ?? null
    if (key !== null && key < cost) return short("key", fundsLeft({ key, quota, funds: before }))
    const after = before === null ? null : payFrom(before, quota, cost)
    if (after === undefined) return short("identity", fundsLeft({ key, quota, funds: before }))
    if (cost > 0 && key !== null && balanceId !== null) keys.set(balanceId, key - cost)
    if (cost > 0 && after !== null && customer !== undefined) identities.set(customer.identityId, after)
    return { type: "spent", balances: fundsLeft({ key: key === null ? null : key - cost, quota, funds: after }) }
  })
  return { verdicts, charged: { keys, identities } }
}

function short(exhausted: "key" | "identity", balances: BalancesLeft): SpendVerdict {
  return { type: "short", exhausted, balances }
}

type OwnCredits =
  | { readonly type: "credits"; readonly remaining: number | null }
  | { readonly type: "refill_due" | "unlimited" }

/** A balance that is gone was erased with its last key, so nothing is charged for that key. */
function creditsOf(
  { balanceId, now }: SpendRequest,
  stored: StoredBalances["keys"],
  charged: ReadonlyMap<string, number>,
): OwnCredits {
  if (balanceId === null) return { type: "credits", remaining: null }
  const balance = stored.get(balanceId)
  if (balance === undefined) return { type: "unlimited" }
  const { remaining, refillAt } = balance
  if (remaining !== null && refillAt !== null && refillAt <= now) return { type: "refill_due" }
  return { type: "credits", remaining: charged.get(balanceId) ?? remaining }
}

type CustomerFunds =
  | { readonly type: "funds"; readonly funds: Funds }
  | { readonly type: "other_count" }
  | { readonly type: "unlimited" }

function fundsOf(
  { customer, cost }: SpendRequest,
  stored: StoredBalances["identities"],
  charged: ReadonlyMap<string, Funds>,
): CustomerFunds {
  if (customer === undefined) return { type: "unlimited" }
  const { identityId, quota } = customer
  const funds = charged.get(identityId) ?? stored.get(identityId)
  if (quota === null)
    return funds === undefined || funds.remaining === null ? { type: "unlimited" } : { type: "funds", funds }
  // Nobody has spent from it yet. To look at it needs no row.
  if (funds === undefined) return cost > 0 ? { type: "other_count" } : { type: "funds", funds: noFunds }
  if (funds.count !== null && funds.count.interval !== quota.interval) return { type: "other_count" }
  return { type: "funds", funds }
}

const noFunds: Funds = { remaining: null, count: null }
