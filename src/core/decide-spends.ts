import { type CommitRequest, type CommitVerdict, decideCommit } from "./decide-commit.ts"
import { decideReturns, type ReturnRequest, type ReturnVerdict } from "./decide-returns.ts"
import { type BalancesLeft, type Funds, fundsLeft, type Parts, partsOf, payParts } from "./funds.ts"
import { addHold, type Holds, hasDueReturns, noHolds } from "./holds.ts"
import { type BalanceChanges, type Ledger, openLedger } from "./ledger.ts"
import { countIn } from "./quota.ts"
import type { CustomerHold, Reservation } from "./reservation.ts"
import type { CustomerCharge, NotYet, StoredBalance, StoredBalances } from "./stored-balances.ts"

/** What changes balances outside of a change of the workspace. */
export type BalanceRequest = SpendRequest | CommitRequest | ReturnRequest

export type BalanceVerdict = SpendVerdict | CommitVerdict | ReturnVerdict

/** A spend from the credits of a key and from its customer: the same cost from both, or nothing. */
export interface SpendRequest {
  readonly type?: "spend"
  /** null if the key has no credits of its own. */
  readonly balanceId: string | null
  /** Absent if the key has no customer, or one without quota and credits. */
  readonly customer?: CustomerCharge | undefined
  readonly cost: number
  readonly now: number
  /** Reserves the cost, which must not be 0, instead of spending it. */
  readonly hold?: NewHold | undefined
}

/** A reservation without what only the balances tell. */
export type NewHold = Pick<Reservation, "id" | "workspaceId" | "apiId" | "keyId" | "identityId" | "expires">

export type SpendVerdict =
  | { readonly type: "spent"; readonly balances: BalancesLeft }
  | { readonly type: "short"; readonly exhausted: "key" | "identity"; readonly balances: BalancesLeft }
  | NotYet
  /** Nothing limits the spend: no balance has credits or a quota, or the key was deleted with its balance. */
  | { readonly type: "unlimited" }

export interface DecidedSpends {
  /** One for each request, in their order. */
  readonly verdicts: readonly BalanceVerdict[]
  readonly changes: BalanceChanges
}

/**
 * Decides a group of requests in their order, for both engines. A spend that is too expensive is skipped, and a cheaper one
 * after it may succeed. The balances must be locked until the result is stored.
 */
export function decideSpends(requests: readonly BalanceRequest[], stored: StoredBalances): DecidedSpends {
  const ledger = openLedger(stored)
  const verdicts = requests.map((request): BalanceVerdict => {
    if (request.type === "commit") return decideCommit(request, ledger)
    if (request.type === "return") return decideReturns(request, ledger, stored.nextReturns)
    return decideSpend(request, ledger)
  })
  return { verdicts, changes: ledger.changes }
}

function decideSpend(spend: SpendRequest, ledger: Ledger): SpendVerdict {
  const { customer, cost } = spend
  const own = creditsOf(spend, ledger)
  if (own.type !== "credits") return own
  const funds = fundsOf(spend, ledger)
  if (funds.type === "not_yet") return funds.verdict
  const key = own.balance?.remaining ?? null
  if (key === null && funds.type === "unlimited") return funds
  const before = funds.type === "unlimited" ? null : funds.funds
  const quota = customer?.quota ?? null
  if (key !== null && key < cost) return short("key", fundsLeft({ key, quota, funds: before }))
  const parts = before === null ? null : partsOf(before, quota, cost)
  if (parts === undefined) return short("identity", fundsLeft({ key, quota, funds: before }))
  const after = before && parts && payParts(before, quota, parts)
  if (cost > 0) take(spend, ledger, { balance: own.balance, funds: after, parts })
  return { type: "spent", balances: fundsLeft({ key: key === null ? null : key - cost, quota, funds: after }) }
}

function short(exhausted: "key" | "identity", balances: BalancesLeft): SpendVerdict {
  return { type: "short", exhausted, balances }
}

interface Taken {
  /** The credits of the key before the spend; null if it is unlimited. */
  readonly balance: LimitedBalance | null
  /** Of the customer after the spend; null if it is unlimited. */
  readonly funds: Funds | null
  readonly parts: Parts | null
}

type LimitedBalance = StoredBalance & { readonly remaining: number }

function take({ balanceId, customer, cost, hold }: SpendRequest, ledger: Ledger, taken: Taken): void {
  const { balance, funds, parts } = taken
  const expires = hold?.expires
  if (balance !== null && balanceId !== null) {
    const paid = { ...balance, remaining: balance.remaining - cost }
    ledger.keys.set(balanceId, expires === undefined ? paid : withHold(paid, { credits: cost, expires }))
  }
  if (funds !== null && parts !== null && customer !== undefined) {
    const held = expires === undefined ? funds : withHold(funds, { credits: parts.credits, expires })
    ledger.identities.set(customer.identityId, held)
  }
  if (hold === undefined) return
  ledger.addReservation({
    ...hold,
    cost,
    key: balance && balanceId !== null ? { balanceId, version: versionOf(balance) } : null,
    customer: funds && parts && customer ? customerHold(customer, funds, parts) : null,
    isOpen: true,
    answer: null,
  })
}

function withHold<Held extends { readonly holds?: Holds | undefined }>(
  balance: Held,
  hold: { credits: number; expires: number },
): Held {
  return { ...balance, holds: addHold(balance.holds, hold) }
}

function versionOf({ holds = noHolds }: { readonly holds?: Holds | undefined }): number {
  return holds.version
}

function customerHold({ identityId, quota }: CustomerCharge, funds: Funds, parts: Parts): CustomerHold {
  const count = quota === null ? null : countIn(quota, funds.count)
  return {
    identityId,
    parts,
    version: versionOf(funds),
    count: count && { interval: count.interval, from: count.from, version: count.version ?? 0 },
  }
}

type OwnCredits =
  | { readonly type: "credits"; readonly balance: LimitedBalance | null }
  | { readonly type: "refill_due" | "returns_due" | "unlimited" }

/** A balance that is gone was erased with its last key, so nothing is charged for that key. */
function creditsOf({ balanceId, now }: SpendRequest, { keys }: Ledger): OwnCredits {
  if (balanceId === null) return { type: "credits", balance: null }
  const balance = keys.get(balanceId)
  if (balance === undefined) return { type: "unlimited" }
  const { remaining, refillAt, holds } = balance
  if (remaining === null) return { type: "credits", balance: null }
  if (refillAt !== null && refillAt <= now) return { type: "refill_due" }
  if (hasDueReturns(holds, now)) return { type: "returns_due" }
  return { type: "credits", balance: { ...balance, remaining } }
}

type CustomerFunds =
  | { readonly type: "funds"; readonly funds: Funds }
  | { readonly type: "not_yet"; readonly verdict: NotYet }
  | { readonly type: "unlimited" }

function fundsOf({ customer, cost, now }: SpendRequest, { identities }: Ledger): CustomerFunds {
  if (customer === undefined) return { type: "unlimited" }
  const { identityId, quota } = customer
  const funds = identities.get(identityId)
  if (quota === null && (funds === undefined || funds.remaining === null)) return { type: "unlimited" }
  // Nobody has spent from it yet. To look at it needs no row.
  if (funds === undefined) return cost > 0 ? otherCount : { type: "funds", funds: noFunds }
  if (hasDueReturns(funds.holds, now)) return { type: "not_yet", verdict: { type: "returns_due" } }
  if (quota !== null && funds.count !== null && funds.count.interval !== quota.interval) return otherCount
  return { type: "funds", funds }
}

const otherCount: CustomerFunds = { type: "not_yet", verdict: { type: "other_count" } }

const noFunds: Funds = { remaining: null, count: null }
