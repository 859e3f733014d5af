import type { Event } from "@keyward/client"

/** A change of a balance. Null stands for unlimited. */
export interface LedgerEntry {
  readonly key: string
  readonly time: number
  /** The change that a user or program made. Without one, verifications spent the credits since the entry before. */
  readonly event?: Event
  /** Undefined if one of the two balances is unlimited. */
  readonly amount: number | undefined
  readonly balance: number | null
}

interface BalanceNow {
  readonly balance: number
  readonly time: number
  /** Where an event has no credits: null, because a key was unlimited, or 0, because a customer had none. */
  readonly withoutCredits: null | 0
}

/**
 * The changes of a balance, newest first. Events hold the balance before and after a change, so what verifications spent
 * between two events is the difference, whichever key of a shared balance spent it.
 */
export function ledgerOf(events: readonly Event[], now: BalanceNow): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let later: Pick<LedgerEntry, "key" | "time" | "balance"> = { balance: now.balance, time: now.time, key: "now" }
  for (const event of events) {
    const { before, after } = event.changes
    if (after?.credits === undefined && before?.credits === undefined) continue
    const old = remainingIn(before) ?? now.withoutCredits
    const fresh = remainingIn(after) ?? now.withoutCredits
    const spent = differenceOf(fresh, later.balance)
    if (spent !== undefined && spent < 0) {
      entries.push({ key: `before ${later.key}`, time: later.time, amount: spent, balance: later.balance })
    }
    const amount = before === null ? (fresh ?? undefined) : differenceOf(old, fresh)
    if (amount !== 0) entries.push({ key: event.eventId, time: event.time, event, amount, balance: fresh })
    later = { balance: old, time: event.time, key: event.eventId }
  }
  return entries
}

function remainingIn(fields: Event["changes"]["after"]): number | null {
  const credits = fields?.credits
  if (typeof credits !== "object" || credits === null || !("remaining" in credits)) return null
  return typeof credits.remaining === "number" ? credits.remaining : null
}

function differenceOf(old: number | null, fresh: number | null): number | undefined {
  return old === null || fresh === null ? undefined : fresh - old
}
