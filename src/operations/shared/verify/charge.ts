import { fault } from "../../../contract/errors.ts"
import type { Code } from "../../../contract/verdicts.ts"
import type { AppliedLimit, VerifiableKey } from "../../../core/verify.ts"
import type { Check, CheckResult, TakeResult } from "../../../counters/counters.ts"
import type { Spend } from "../../../storage/port/credits.ts"
import type { ContextWith } from "../../context.ts"
import { findKeyForUpdate } from "../keys/change-key.ts"
import { type Transacting, transact } from "../transact.ts"

interface ChargeContext extends Transacting, ContextWith<"counters" | "requester"> {}

/** The key was deleted after verification found it, so it is reported as not found. */
export type KeyDeleted = "key_deleted"

/** The result of a verification, with its credits and limits. */
export interface Charged {
  readonly code: Code
  /** The balance after the call; null for unlimited credits. */
  readonly credits: number | null
  /** Credits that the call spent. */
  readonly spent: number
  /** undefined if no limit was checked. */
  readonly limits?: { readonly applied: readonly AppliedLimit[]; readonly outcomes: readonly CheckResult[] }
}

/** A key that spends credits. */
interface MeteredKey extends VerifiableKey {
  readonly balanceId: string
}

function isMetered(key: VerifiableKey): key is MeteredKey {
  return key.balanceId !== null
}

interface Price {
  readonly limits: readonly AppliedLimit[]
  readonly cost: number
}

/** Step 7 of a verification: takes all tokens and credits, or none of them. */
export async function charge(context: ChargeContext, key: VerifiableKey, price: Price): Promise<Charged | KeyDeleted> {
  const { limits, cost } = price
  if (isMetered(key)) {
    if (limits.length > 0) return takeBoth(context, key, price)
    return creditsSpent(await spendCredits(context, key, cost), { cost, limits: freeOfCharge.limits })
  }
  return limits.length === 0 ? freeOfCharge : limitsTaken(limits, await context.counters.take(limits, context.now))
}

export const freeOfCharge: Charged = {
  code: "VALID",
  credits: null,
  spent: 0,
  limits: { applied: [], outcomes: [] },
}

export function limitsTaken(applied: readonly AppliedLimit[], { taken, outcomes }: TakeResult): Charged {
  return { code: taken ? "VALID" : "RATE_LIMITED", credits: null, spent: 0, limits: { applied, outcomes } }
}

function creditsSpent(
  spend: FinishedSpend,
  { cost, limits }: { readonly cost: number; readonly limits: Charged["limits"] },
): Charged | KeyDeleted {
  if (spend.type === "key_deleted") return spend.type
  const credits = spend.type === "unlimited" ? null : spend.remaining
  const spent = spend.type === "spent" ? cost : 0
  return { code: spend.type === "short" ? "USAGE_EXCEEDED" : "VALID", credits, spent, ...(limits && { limits }) }
}

async function takeBoth(
  context: ChargeContext,
  key: MeteredKey,
  { limits, cost }: Price,
): Promise<Charged | KeyDeleted> {
  const { counters, now } = context
  // Read first, because tokens that are taken and refunded are briefly missing for other requests.
  const balance = await creditBalance(context, key)
  if (balance === "key_deleted") return balance
  if (balance !== null && balance < cost) {
    const outcomes = await checkWithoutTaking(context, limits)
    const code = outcomes.every(({ allowed }) => allowed) ? "USAGE_EXCEEDED" : "RATE_LIMITED"
    return { code, credits: balance, spent: 0, limits: { applied: limits, outcomes } }
  }
  const result = await counters.take(limits, now)
  const { taken, outcomes } = result
  if (!taken) return refuse(context, key, "RATE_LIMITED", { applied: limits, outcomes })

  const spend = await spendCredits(context, key, cost).catch(async (error) => {
    await counters.refund(limits, result)
    throw error
  })
  if (spend.type === "spent" || spend.type === "unlimited") {
    return creditsSpent(spend, { cost, limits: { applied: limits, outcomes } })
  }
  await counters.refund(limits, result)
  return creditsSpent(spend, { cost, limits: { applied: limits, outcomes: outcomes.map(withoutCost(limits)) } })
}

/** Returns a refusal that takes nothing and shows the balance. */
export async function refuse(
  context: ChargeContext,
  key: VerifiableKey,
  code: Code,
  limits?: NonNullable<Charged["limits"]>,
): Promise<Charged | KeyDeleted> {
  const credits = isMetered(key) ? await creditBalance(context, key) : null
  if (credits === "key_deleted") return credits
  return { code, credits, spent: 0, ...(limits && { limits }) }
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

async function creditBalance(context: ChargeContext, key: MeteredKey): Promise<number | null | KeyDeleted> {
  const spend = await spendCredits(context, key, 0)
  if (spend.type === "key_deleted") return spend.type
  return spend.type === "unlimited" ? null : spend.remaining
}

type FinishedSpend = Exclude<Spend, { readonly type: "refill_due" | "abandoned" }> | { readonly type: KeyDeleted }

/** The first spend after a due refill stores the refill, so no timer is needed. */
async function spendCredits(context: ChargeContext, key: MeteredKey, cost: number): Promise<FinishedSpend> {
  const { store, workspace, requester, now } = context
  const spend = await store.credits.spend({ balanceId: key.balanceId, cost, now }, requester)
  if (spend.type === "abandoned") {
    throw fault("application/request_timeout", { detail: "The connection closed before the credits were spent." })
  }
  // The key had limited credits when it was found, so it has been changed or deleted since.
  if (spend.type === "unlimited" && !(await store.keys.find(workspace.id, key.keyId))) return { type: "key_deleted" }
  if (spend.type !== "refill_due") return spend
  const refilled = await transact(context, (tx) => findKeyForUpdate({ tx, workspace, now }, key.keyId))
  return refilled === undefined ? { type: "key_deleted" } : spendCredits(context, key, cost)
}

function withoutCost(checks: readonly Check[]) {
  return (outcome: CheckResult, index: number): CheckResult => ({
    ...outcome,
    remaining: outcome.remaining + (checks[index]?.cost ?? 0),
  })
}
