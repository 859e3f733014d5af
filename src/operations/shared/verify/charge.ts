import { fault } from "../../../contract/errors.ts"
import type { Code } from "../../../contract/verdicts.ts"
import { type CustomerMeter, chargeAt, countedAt, meterOf } from "../../../core/customer-meter.ts"
import type { NewHold } from "../../../core/decide-spends.ts"
import type { BalancesLeft } from "../../../core/funds.ts"
import type { NotYet } from "../../../core/stored-balances.ts"
import type { AppliedLimit, VerifiableKey } from "../../../core/verify.ts"
import type { Check, CheckResult, TakeResult } from "../../../counters/counters.ts"
import type { Spend } from "../../../storage/port/credits.ts"
import type { ContextWith } from "../../context.ts"
import { findKeyForUpdate } from "../keys/change-key.ts"
import { type Transacting, transact } from "../transact.ts"
import { ownersOf } from "./give-back.ts"
import { tryAgainWhileDue } from "./try-again.ts"

interface ChargeContext extends Transacting, ContextWith<"counters" | "requester"> {}

/** The key was deleted after verification found it, so it is reported as not found. */
export type KeyDeleted = "key_deleted"

/** The result of a verification, with its credits and limits. */
export interface Charged {
  readonly code: Code
  /** What is left after the call; null if nothing is counted. */
  readonly balances: BalancesLeft | null
  /** With USAGE_EXCEEDED: what was too low. */
  readonly exhausted?: "key" | "identity"
  /** Credits that the call spent. */
  readonly spent: number
  /** Absent if nothing was reserved. */
  readonly reservation?: NewReservation | undefined
  /** undefined if no limit was checked. */
  readonly limits?: { readonly applied: readonly AppliedLimit[]; readonly outcomes: readonly CheckResult[] }
}

/** Whether a verification spends from the credits of the key, or from the quota or credits of its customer. */
export function isMetered({ balanceId, facts }: VerifiableKey): boolean {
  return balanceId !== null || facts.meter !== null
}

interface Price extends Cost {
  readonly limits: readonly AppliedLimit[]
}

interface Cost {
  readonly cost: number
  /** Reserves the cost instead of spending it. */
  readonly reservation?: NewReservation | undefined
}

export interface NewReservation {
  readonly id: string
  readonly expires: number
}

/** Step 7 of a verification: takes all tokens and credits, or none of them. */
export async function charge(
  context: ChargeContext & ContextWith<"balanceWatch">,
  key: VerifiableKey,
  price: Price,
): Promise<Charged | KeyDeleted> {
  const { limits } = price
  if (isMetered(key)) {
    const charged =
      limits.length > 0
        ? await takeBoth(context, key, price)
        : creditsSpent(await spendCredits(context, key, price), price, freeOfCharge.limits)
    if (charged !== "key_deleted") context.balanceWatch.charged(key, charged)
    return charged
  }
  return limits.length === 0 ? freeOfCharge : limitsTaken(limits, await context.counters.take(limits, context.now))
}

export const freeOfCharge: Charged = {
  code: "VALID",
  balances: null,
  spent: 0,
  limits: { applied: [], outcomes: [] },
}

export function limitsTaken(applied: readonly AppliedLimit[], { taken, outcomes }: TakeResult): Charged {
  return { code: taken ? "VALID" : "RATE_LIMITED", balances: null, spent: 0, limits: { applied, outcomes } }
}

function creditsSpent(
  spend: FinishedSpend,
  { cost, reservation }: Cost,
  limits: Charged["limits"],
): Charged | KeyDeleted {
  if (spend.type === "key_deleted") return spend.type
  const more = limits && { limits }
  switch (spend.type) {
    case "unlimited":
      return { code: "VALID", balances: null, spent: 0, ...more }
    case "spent":
      if (reservation === undefined || cost === 0) {
        return { code: "VALID", balances: spend.balances, spent: cost, ...more }
      }
      return { code: "VALID", balances: spend.balances, spent: 0, reservation, ...more }
    case "short":
      return { code: "USAGE_EXCEEDED", balances: spend.balances, exhausted: spend.exhausted, spent: 0, ...more }
  }
}

async function takeBoth(context: ChargeContext, key: VerifiableKey, price: Price): Promise<Charged | KeyDeleted> {
  const { limits, cost } = price
  const { counters, now } = context
  // Read first, because tokens that are taken and refunded are briefly missing for other requests.
  const balances = await readBalances(context, key)
  if (balances === "key_deleted") return balances
  if (balances !== null && balances.most !== null && balances.most < cost) {
    const outcomes = await checkWithoutTaking(context, limits)
    const checked = { balances, spent: 0, limits: { applied: limits, outcomes } }
    if (!outcomes.every(({ allowed }) => allowed)) return { code: "RATE_LIMITED", ...checked }
    const exhausted = balances.key !== null && balances.key < cost ? "key" : "identity"
    return { code: "USAGE_EXCEEDED", exhausted, ...checked }
  }
  const result = await counters.take(limits, now)
  const { taken, outcomes } = result
  if (!taken) return refuse(context, key, "RATE_LIMITED", { applied: limits, outcomes })

  const spend = await spendCredits(context, key, price).catch(async (error) => {
    await counters.refund(limits, result)
    throw error
  })
  if (spend.type === "spent" || spend.type === "unlimited") {
    return creditsSpent(spend, price, { applied: limits, outcomes })
  }
  await counters.refund(limits, result)
  return creditsSpent(spend, price, { applied: limits, outcomes: outcomes.map(withoutCost(limits)) })
}

/** Returns a refusal that takes nothing and shows the balances. */
export async function refuse(
  context: ChargeContext,
  key: VerifiableKey,
  code: Code,
  limits?: NonNullable<Charged["limits"]>,
): Promise<Charged | KeyDeleted> {
  const balances = isMetered(key) ? await readBalances(context, key) : null
  if (balances === "key_deleted") return balances
  return { code, balances, spent: 0, ...(limits && { limits }) }
}

/** A limit of 0 never passes, so a take that includes this check takes nothing. */
const denial: Check = { counter: "never", limit: 0, durationMs: 1_000, cost: 0 }

async function checkWithoutTaking(
  { counters, now }: ChargeContext,
  checks: readonly Check[],
): Promise<readonly CheckResult[]> {
  const { outcomes } = await counters.take([...checks, denial], now)
  return outcomes.slice(0, checks.length)
}

async function readBalances(context: ChargeContext, key: VerifiableKey): Promise<BalancesLeft | null | KeyDeleted> {
  const spend = await spendCredits(context, key, { cost: 0 })
  if (spend.type === "key_deleted") return spend.type
  return spend.type === "unlimited" ? null : spend.balances
}

type FinishedSpend = Exclude<Spend, NotYet | { readonly type: "abandoned" }> | { readonly type: KeyDeleted }

/** The first spend after a due refill stores the refill, and gives back what has run out, so no timer is needed. */
async function spendCredits(context: ChargeContext, found: VerifiableKey, cost: Cost): Promise<FinishedSpend> {
  const { store, workspace, requester, now } = context
  let key = found
  return tryAgainWhileDue<FinishedSpend>(async () => {
    const { balanceId, facts } = key
    const customer = facts.meter === null ? undefined : chargeAt(facts.meter, now)
    const hold = holdOf(key, cost)
    const spend = await store.credits.spend({ balanceId, customer, cost: cost.cost, now, hold }, requester)
    switch (spend.type) {
      case "abandoned":
        throw fault("application/request_timeout", { detail: "The connection closed before the credits were spent." })
      case "other_count":
        key = await withCurrentCount(context, key)
        return "again"
      case "returns_due":
        await store.credits.giveBack(ownersOf({ balanceId, identityId: customer?.identityId }), now)
        return "again"
      case "refill_due": {
        const refilled = await transact(context, (tx) => findKeyForUpdate({ tx, workspace, now }, key.keyId))
        return refilled === undefined ? { type: "key_deleted" } : "again"
      }
      case "unlimited":
        // The key was metered when it was found, so it has been changed or deleted since.
        return (await store.keys.find(workspace.id, key.keyId)) ? spend : { type: "key_deleted" }
      default:
        return spend
    }
  })
}

function holdOf({ keyId, facts }: VerifiableKey, { cost, reservation }: Cost): NewHold | undefined {
  if (reservation === undefined || cost === 0) return undefined
  const { workspaceId, apiId, identityId } = facts
  return { ...reservation, workspaceId, apiId, keyId, identityId }
}

/** Stores the count of the interval that applies now, and returns the key with the quota that applies now. */
async function withCurrentCount(context: ChargeContext, key: VerifiableKey): Promise<VerifiableKey> {
  const { facts } = key
  return { ...key, facts: { ...facts, meter: await storeCurrentCount(context, facts.identityId ?? "") } }
}

/** Stores the count of the interval that applies now, and returns how the customer is charged now. */
export function storeCurrentCount(context: Transacting, identityId: string): Promise<CustomerMeter | null> {
  const { workspace, now } = context
  return transact(context, async (tx) => {
    const identity = await tx.identities.findForUpdate(workspace.id, identityId)
    if (identity === undefined) return null
    const current = countedAt(identity, now)
    // Of many first spends that came together, one stores the count.
    const isStored = current.balance?.count?.interval === identity.balance?.count?.interval
    if (!isStored) await tx.identities.update(identity, current)
    return meterOf(current, now)
  })
}

function withoutCost(checks: readonly Check[]) {
  return (outcome: CheckResult, index: number): CheckResult => ({
    ...outcome,
    remaining: outcome.remaining + (checks[index]?.cost ?? 0),
  })
}
