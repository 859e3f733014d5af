/** Limits how much of a lane one owner can use, so that a person with an account cannot keep the others out. */
export interface OwnerPlaces {
  /** Returns undefined if the owner has used up its places. Call the result when the work is done. */
  take(owner: string): (() => void) | undefined
}

const placesPerOwner = 2
/** Owners are proven before they come here, so this many are enough to look for unused ones. */
const ownersBeforeCleaning = 1_000

/** Two at a time, thirty in a row, then one per second, for each owner. */
export function createOwnerPlaces(clock: () => number): OwnerPlaces {
  const owners = new Map<string, { running: number; readonly allowance: Allowance }>()
  const forgetUnused = () => {
    for (const [owner, { running, allowance }] of owners) {
      if (running === 0 && allowance.isFull()) owners.delete(owner)
    }
  }
  return {
    take(owner) {
      if (owners.size >= ownersBeforeCleaning) forgetUnused()
      const places = owners.get(owner) ?? { running: 0, allowance: createAllowance(clock) }
      owners.set(owner, places)
      if (places.running >= placesPerOwner || !places.allowance.take()) return undefined
      places.running += 1
      return () => {
        places.running -= 1
      }
    },
  }
}

const burst = 30
const everyMs = 1_000

interface Allowance {
  /** Returns false if nothing is left. */
  take(): boolean
  isFull(): boolean
}

/** Thirty at once, then one per second. */
export function createAllowance(clock: () => number): Allowance {
  let left = burst
  let countedAt = clock()
  const count = () => {
    const now = clock()
    left = Math.min(burst, left + (now - countedAt) / everyMs)
    countedAt = now
    return left
  }
  return {
    take() {
      if (count() < 1) return false
      left -= 1
      return true
    },
    isFull: () => count() === burst,
  }
}
