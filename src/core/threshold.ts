/** When a balance is low, and how often it was filled. */
export interface Threshold {
  /** The balance is low at or below it; null means never. */
  readonly lowAt: number | null
  /** Whether a caller has chosen it. If not, that of an identity follows its credits. */
  readonly isChosen: boolean
  /** How often credits were set, raised or refilled. A notice about a balance is recorded once for each. */
  readonly fills: number
  /** The fill since which the balance was reported as low; null if it never was. */
  readonly lowTold: number | null
  /** The same for a balance that was used up. */
  readonly exhaustedTold: number | null
}

/** What a verification keeps of it in memory. */
export type KnownThreshold = Pick<Threshold, "lowAt" | "fills">

/** Of a balance that has not changed since thresholds exist. */
export const noThreshold: Threshold = {
  lowAt: null,
  isChosen: false,
  fills: 0,
  lowTold: null,
  exhaustedTold: null,
}

export interface ThresholdChange {
  /** Absent: as before. null: never low. */
  readonly lowAt?: number | null | undefined
  /** Whether credits were set, raised or refilled. */
  readonly isFilled: boolean
  /** Whether there were no credits before, and there are 0 now. That is no news, so the first notices follow the next fill. */
  readonly beginsEmpty?: boolean
}

/** Of the credits of a key: what a caller has chosen. */
export function changeThreshold(
  before: Threshold | undefined = noThreshold,
  { lowAt = before.lowAt, ...change }: ThresholdChange,
): Threshold {
  const filled = filledBy(before, change)
  if (lowAt === before.lowAt && filled === before) return before
  return { ...filled, lowAt, isChosen: lowAt !== null }
}

/** Of the credits of an identity: what a caller has chosen, or else a tenth of what they were filled to. */
export function changeSharedThreshold(
  before: Threshold | undefined = noThreshold,
  { lowAt, remaining, ...change }: ThresholdChange & { readonly remaining: number | null },
): Threshold {
  const filled = filledBy(before, change)
  // Credits that are given back later start with the default.
  if (remaining === null) return { ...filled, lowAt: null, isChosen: false }
  if (lowAt !== undefined) return { ...filled, lowAt, isChosen: true }
  if (before.isChosen || !change.isFilled) return filled
  return { ...filled, lowAt: Math.floor(remaining / 10), isChosen: false }
}

function filledBy(before: Threshold, { isFilled, beginsEmpty = false }: Omit<ThresholdChange, "lowAt">): Threshold {
  if (!isFilled) return before
  const fills = before.fills + 1
  return beginsEmpty ? { ...before, fills, lowTold: fills, exhaustedTold: fills } : { ...before, fills }
}
