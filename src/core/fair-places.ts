/**
 * Places that workspaces share without waiting for each other. What has a place, such as a request, cannot be stopped to
 * make room. So room is kept free: a workspace takes another place only while it has fewer than are free. Alone it
 * gets half of all places, beside one other a third, beside two others a quarter.
 */
export interface FairPlaces {
  /** The places that nobody has. */
  free(): number
  /** Takes a place or several, or returns false if this workspace must wait until places are free. */
  take(workspaceId: string, count?: number): boolean
  /** Must be called once for every place taken, or for every `count` of them. */
  giveBack(workspaceId: string, count?: number): void
}

/** No workspace gets more than `mostEach`. */
export function fairPlaces(total: number, mostEach = total): FairPlaces {
  let free = total
  /** Has an entry only for a workspace that has a place. */
  const taken = new Map<string, number>()
  return {
    free: () => free,
    take(workspaceId, count = 1) {
      const own = taken.get(workspaceId) ?? 0
      if (own + count > Math.min(free, mostEach)) return false
      free -= count
      taken.set(workspaceId, own + count)
      return true
    },
    giveBack(workspaceId, count = 1) {
      const own = taken.get(workspaceId) ?? 0
      if (own < count) throw new Error(`${workspaceId} gave back a place that it did not have`)
      free += count
      if (own === count) taken.delete(workspaceId)
      else taken.set(workspaceId, own - count)
    },
  }
}
