import type { Code } from "../../contract/verification.ts"
import type { Workspace } from "../../core/model.ts"
import type { AppliedLimit, Subject } from "../../core/verify.ts"
import type { Check, Counters, Outcome, Taking } from "../../counters/counters.ts"
import type { Spend, Store, Transaction } from "../../storage/store.ts"
import { findKeyForUpdate } from "./change-key.ts"

interface Consuming {
  readonly workspace: Workspace
  readonly store: Store
  readonly counters: Counters
  readonly now: number
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** What a key comes to that was deleted after the verification had found it: from now on it is unknown. */
export type Gone = "gone"

interface Consumed {
  readonly code: Extract<Code, "VALID" | "RATE_LIMITED" | "USAGE_EXCEEDED">
  /** Balance after the call; null for unlimited. */
  readonly credits: number | null
  readonly outcomes: readonly Outcome[]
}

/** Step 7 of a verification: tokens and credits together or not at all. */
export async function consume(
  context: Consuming,
  subject: Subject,
  { limits, cost }: { readonly limits: readonly AppliedLimit[]; readonly cost: number },
): Promise<Consumed | Gone> {
  const { counters, now } = context
  const checks = limits.map((limit) => checkOf(subject, limit))
  if (checks.length > 0 && subject.hasCredits) {
    // Tokens taken only to be given back would be missing for others meanwhile.
    const balance = await creditBalance(context, subject)
    if (balance === "gone") return balance
    if (balance !== null && balance < cost) return { ...(await lookOnly(context, checks)), credits: balance }
  }
  const taking: Taking = checks.length === 0 ? nothingToTake : await counters.take(checks, now)
  const { taken, outcomes } = taking
  if (!taken) return limited(await creditBalance(context, subject), outcomes)
  if (!subject.hasCredits) return { code: "VALID", credits: null, outcomes }

  const spend = await spendCredits(context, subject, cost).catch(async (error) => {
    await counters.giveBack(checks, taking)
    throw error
  })
  if (spend.type === "unlimited") return { code: "VALID", credits: null, outcomes }
  if (spend.type === "spent") return { code: "VALID", credits: spend.remaining, outcomes }
  await counters.giveBack(checks, taking)
  if (spend.type === "gone") return spend.type
  return { code: "USAGE_EXCEEDED", credits: spend.remaining, outcomes: outcomes.map(untaken(checks)) }
}

function limited(credits: number | null | Gone, outcomes: readonly Outcome[]): Consumed | Gone {
  return credits === "gone" ? credits : { code: "RATE_LIMITED", credits, outcomes }
}

const nothingToTake = { taken: true, outcomes: [] }

/** Checks are taken together or not at all, and a limit of 0 never passes. */
const denial: Check = { counter: "never", limit: 0, durationMs: 1_000, cost: 0 }

async function lookOnly({ counters, now }: Consuming, checks: readonly Check[]): Promise<Omit<Consumed, "credits">> {
  const { outcomes } = await counters.take([...checks, denial], now)
  const seen = outcomes.slice(0, checks.length)
  return { code: seen.every(({ allowed }) => allowed) ? "USAGE_EXCEEDED" : "RATE_LIMITED", outcomes: seen }
}

/** The balance as it is, for answers that take nothing. */
export async function creditBalance(context: Consuming, subject: Subject): Promise<number | null | Gone> {
  if (!subject.hasCredits) return null
  const seen = await spendCredits(context, subject, 0)
  if (seen.type === "gone") return seen.type
  return seen.type === "unlimited" ? null : seen.remaining
}

type Settled = Exclude<Spend, { readonly type: "refill_due" }> | { readonly type: Gone }

/** A refill that is due is stored first, by whoever comes first; nothing has to run on time for it. */
async function spendCredits(context: Consuming, subject: Subject, cost: number): Promise<Settled> {
  const { store, workspace, now, transact } = context
  for (;;) {
    const spend = await store.credits.spend({ keyId: subject.keyId, cost, now })
    // It had credits when it was found: it has lost them since, or itself.
    if (spend.type === "unlimited" && !(await store.keys.find(workspace.id, subject.keyId))) return { type: "gone" }
    if (spend.type !== "refill_due") return spend
    const key = await transact((tx) => findKeyForUpdate({ tx, workspace, now }, subject.keyId))
    if (key === undefined) return { type: "gone" }
  }
}

/** The name comes last, so that no name can be taken for part of another counter. */
function checkOf({ workspaceId }: Subject, { subjectId, name, limit, duration, cost }: AppliedLimit): Check {
  return { counter: `verify/${workspaceId}/${subjectId}/${name}`, limit, durationMs: duration, cost }
}

function untaken(checks: readonly Check[]) {
  return (outcome: Outcome, index: number): Outcome => ({
    ...outcome,
    remaining: outcome.remaining + (checks[index]?.cost ?? 0),
  })
}
