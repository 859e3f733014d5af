/** A spend from one balance. */
export interface SpendRequest {
  readonly balanceId: string
  readonly cost: number
  readonly now: number
}

/** A balance as it is stored. */
export interface StoredBalance {
  /** null means unlimited. */
  readonly remaining: number | null
  readonly refillAt: number | null
}

export type SpendVerdict =
  | { readonly type: "spent" | "short"; readonly remaining: number }
  /** A due refill must be stored first. */
  | { readonly type: "refill_due" }
  /** The balance has no credits: it is unlimited, or it was deleted with its last key. */
  | { readonly type: "unlimited" }

export interface DecidedSpends {
  /** One for each spend, in their order. */
  readonly verdicts: readonly SpendVerdict[]
  /** What is left in the balances that were charged, by id. */
  readonly charged: ReadonlyMap<string, number>
}

/**
 * Decides a group of spends in their order, for both engines. A spend that is too expensive is skipped, and a cheaper one
 * after it may succeed. The balances must be locked until the result is stored.
 */
export function decideSpends(
  spends: readonly SpendRequest[],
  stored: ReadonlyMap<string, StoredBalance>,
): DecidedSpends {
  const charged = new Map<string, number>()
  const verdicts = spends.map(({ balanceId, cost, now }): SpendVerdict => {
    const balance = stored.get(balanceId)
    const remaining = charged.get(balanceId) ?? balance?.remaining ?? null
    if (balance === undefined || remaining === null) return { type: "unlimited" }
    if (balance.refillAt !== null && balance.refillAt <= now) return { type: "refill_due" }
    if (remaining < cost) return { type: "short", remaining }
    if (cost > 0) charged.set(balanceId, remaining - cost)
    return { type: "spent", remaining: remaining - cost }
  })
  return { verdicts, charged }
}
