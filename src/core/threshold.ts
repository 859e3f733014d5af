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
}

/** Of the credits of a key: what a caller has chosen. */
export function changeThreshold(
  before: Threshold | undefined = noThreshold,
  { lowAt = before.lowAt, isFilled }: ThresholdChange,
): Threshold {
  const fills = isFilled ? before.fills + 1 : before.fills
  if (lowAt === before.lowAt && fills === before.fills) return before
  return { ...before, lowAt, isChosen: lowAt !== null, fills }
}

/** Of the credits of an identity: what a caller has chosen, or else a tenth of what they were filled to. */
export function changeSharedThreshold(
  before: Threshold | undefined = noThreshold,
  { lowAt, isFilled, remaining }: ThresholdChange & { readonly remaining: number | null },
): Threshold {
  const fills = isFilled ? before.fills + 1 : before.fills
  // Credits that are given back later start with the default.
  if (remaining === null) return { ...before, lowAt: null, isChosen: false, fills }
  if (lowAt !== undefined) return { ...before, lowAt, isChosen: true, fills }
  if (before.isChosen || !isFilled) return isFilled ? { ...before, fills } : before
  return { ...before, lowAt: Math.floor(remaining / 10), isChosen: false, fills }
}
