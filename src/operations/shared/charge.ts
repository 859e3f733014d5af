import { fault } from "../../contract/errors.ts"
import type { Code } from "../../contract/verification.ts"
import type { Awaitable } from "../../core/awaitable.ts"
import { flatText } from "../../core/flat-text.ts"
import type { AppliedLimit, Profile, Subject } from "../../core/verify.ts"
import type { Check, Counters, Outcome, Taking } from "../../counters/counters.ts"
import type { Requester, Spend } from "../../storage/port/store.ts"
import { findKeyForUpdate } from "./change-key.ts"
import { type Transacting, transact } from "./transact.ts"

interface Consuming extends Transacting {
  readonly counters: Counters
  readonly requester: Requester
}

/** What a key comes to that was deleted after the verification had found it: from now on it is unknown. */
export type Gone = "gone"

/** What a verification comes to. */
export interface Consumed {
  readonly code: Code
  /** Balance after the call; null for unlimited. */
  readonly credits: number | null
  /** Absent where no limit was looked at. */
  readonly limits?: { readonly applied: readonly AppliedLimit[]; readonly outcomes: readonly Outcome[] }
}

/** A key that spends credits. */
interface Metered extends Subject {
  readonly balanceId: string
}

function isMetered(subject: Subject): subject is Metered {
  return subject.balanceId !== null
}

interface Price {
  readonly limits: readonly AppliedLimit[]
  readonly cost: number
}

/** Step 7 of a verification: tokens and credits together or not at all. At once where the counters are in memory. */
export function consume(context: Consuming, subject: Subject, price: Price): Awaitable<Consumed | Gone> {
  const { limits, cost } = price
  if (!isMetered(subject)) return limits.length === 0 ? freeOfCharge : takeTokens(context, subject, limits)
  if (limits.length > 0) return takeBoth(context, subject, price)
  return spendOnly(context, subject, cost)
}

async function spendOnly(context: Consuming, subject: Metered, cost: number): Promise<Consumed | Gone> {
  const spend = await sendSpend(context, subject, cost)
  const settled = spend.type === "spent" ? spend : await settleSpend(context, subject, { spend, cost })
  return spentOn(settled, freeOfCharge.limits)
}

const freeOfCharge = { code: "VALID", credits: null, limits: { applied: [], outcomes: [] } } as const

function takeTokens(
  { counters, now }: Consuming,
  subject: Subject,
  applied: readonly AppliedLimit[],
): Awaitable<Consumed> {
  const taking = counters.take(checksOf(subject, applied), now)
  return taking instanceof Promise ? tokensTakenLater(applied, taking) : tokensTaken(applied, taking)
}

async function tokensTakenLater(applied: readonly AppliedLimit[], taking: Promise<Taking>): Promise<Consumed> {
  return tokensTaken(applied, await taking)
}

function tokensTaken(applied: readonly AppliedLimit[], { taken, outcomes }: Taking): Consumed {
  return { code: taken ? "VALID" : "RATE_LIMITED", credits: null, limits: { applied, outcomes } }
}

function spentOn(spend: Settled, limits: Consumed["limits"]): Consumed | Gone {
  if (spend.type === "gone") return spend.type
  const credits = spend.type === "unlimited" ? null : spend.remaining
  return { code: spend.type === "short" ? "USAGE_EXCEEDED" : "VALID", credits, ...(limits && { limits }) }
}

async function takeBoth(
  context: Consuming,
  subject: Metered,
  { limits: applied, cost }: Price,
): Promise<Consumed | Gone> {
  const { counters, now } = context
  const checks = checksOf(subject, applied)
  // Tokens taken only to be given back would be missing for others meanwhile.
  const balance = await creditBalance(context, subject)
  if (balance === "gone") return balance
  if (balance !== null && balance < cost) {
    const outcomes = await lookOnly(context, checks)
    const code = outcomes.every(({ allowed }) => allowed) ? "USAGE_EXCEEDED" : "RATE_LIMITED"
    return { code, credits: balance, limits: { applied, outcomes } }
  }
  const taking = await counters.take(checks, now)
  const { taken, outcomes } = taking
  if (!taken) return refuse(context, subject, "RATE_LIMITED", { applied, outcomes })

  const spend = await spendCredits(context, subject, cost).catch(async (error) => {
    await counters.giveBack(checks, taking)
    throw error
  })
  if (spend.type === "spent" || spend.type === "unlimited") return spentOn(spend, { applied, outcomes })
  await counters.giveBack(checks, taking)
  return spentOn(spend, { applied, outcomes: outcomes.map(withoutCost(checks)) })
}

/** An answer that takes nothing, with the balance as it is. */
export function refuse(
  context: Consuming,
  subject: Subject,
  code: Code,
  limits?: NonNullable<Consumed["limits"]>,
): Awaitable<Consumed | Gone> {
  const seen = limits === undefined ? undefined : { limits }
  if (!isMetered(subject)) return { code, credits: null, ...seen }
  return creditBalance(context, subject).then((credits) => (credits === "gone" ? credits : { code, credits, ...seen }))
}

/** Checks are taken together or not at all, and a limit of 0 never passes. */
const denial: Check = { counter: "never", limit: 0, durationMs: 1_000, cost: 0 }

async function lookOnly({ counters, now }: Consuming, checks: readonly Check[]): Promise<readonly Outcome[]> {
  const { outcomes } = await counters.take([...checks, denial], now)
  return outcomes.slice(0, checks.length)
}

async function creditBalance(context: Consuming, subject: Metered): Promise<number | null | Gone> {
  const seen = await spendCredits(context, subject, 0)
  if (seen.type === "gone") return seen.type
  return seen.type === "unlimited" ? null : seen.remaining
}

type Settled = Exclude<Spend, { readonly type: "refill_due" | "abandoned" }> | { readonly type: Gone }

async function spendCredits(context: Consuming, subject: Metered, cost: number): Promise<Settled> {
  const spend = await sendSpend(context, subject, cost)
  return settleSpend(context, subject, { spend, cost })
}

function sendSpend({ store, requester, now }: Consuming, { balanceId }: Metered, cost: number): Promise<Spend> {
  return store.credits.spend({ balanceId, cost, now }, requester)
}

interface Spending {
  readonly spend: Spend
  readonly cost: number
}

/** A refill that is due is stored first, by whoever comes first; nothing has to run on time for it. */
async function settleSpend(context: Consuming, subject: Metered, { spend, cost }: Spending): Promise<Settled> {
  const { store, workspace, now } = context
  if (spend.type === "abandoned") {
    throw fault("application/request_timeout", { detail: "The connection closed before the credits were spent." })
  }
  // It had credits when it was found: it has lost them since, or itself.
  if (spend.type === "unlimited" && !(await store.keys.find(workspace.id, subject.keyId))) return { type: "gone" }
  if (spend.type !== "refill_due") return spend
  const key = await transact(context, (tx) => findKeyForUpdate({ tx, workspace, now }, subject.keyId))
  return key === undefined ? { type: "gone" } : spendCredits(context, subject, cost)
}

function checksOf({ profile }: Subject, limits: readonly AppliedLimit[]): readonly Check[] {
  // As a rule they are those of the subject as it stands in memory, and so the same for each verification.
  return limits === profile.limits ? (knownChecks.get(limits) ?? rememberChecks(profile)) : writeChecks(profile, limits)
}

const knownChecks = new WeakMap<readonly AppliedLimit[], readonly Check[]>()

function rememberChecks(profile: Profile): readonly Check[] {
  const checks = writeChecks(profile, profile.limits)
  knownChecks.set(profile.limits, checks)
  return checks
}

function writeChecks({ workspaceId }: Profile, limits: readonly AppliedLimit[]): readonly Check[] {
  return limits.map(({ subjectId, name, limit, duration, cost }) => ({
    // The name comes last, so that no name can be taken for part of another counter.
    counter: flatText("verify/", workspaceId, "/", subjectId, "/", name),
    limit,
    durationMs: duration,
    cost,
  }))
}

function withoutCost(checks: readonly Check[]) {
  return (outcome: Outcome, index: number): Outcome => ({
    ...outcome,
    remaining: outcome.remaining + (checks[index]?.cost ?? 0),
  })
}
