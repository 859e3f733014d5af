/** What open reservations have taken from a balance, and may give back. */
export interface Holds {
  /** Credits that are taken and not yet spent. */
  readonly reserved: number
  /** When the first reservation runs out; possibly earlier, never later. null if none is open. */
  readonly returnsAt: number | null
  /** Raised when credits are set or refilled. Credits that were reserved before do not come back. */
  readonly version: number
}

export const noHolds: Holds = { reserved: 0, returnsAt: null, version: 0 }

/** Whether a reservation may have run out, so that its return must be stored first. */
export function hasDueReturns(holds: Holds | undefined, now: number): boolean {
  return holds !== undefined && holds.returnsAt !== null && holds.returnsAt <= now
}

/** Credits were set or refilled. What was reserved before them is part of what they replace. */
export function overwriteHolds(holds: Holds | undefined): Holds | undefined {
  if (holds === undefined || holds.reserved === 0) return holds
  return { ...holds, reserved: 0, version: holds.version + 1 }
}

export function addHold(holds: Holds = noHolds, { credits, expires }: { credits: number; expires: number }): Holds {
  const returnsAt = holds.returnsAt === null ? expires : Math.min(holds.returnsAt, expires)
  return { ...holds, reserved: holds.reserved + credits, returnsAt }
}
