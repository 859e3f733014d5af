import { fairPlaces } from "../core/fair-places.ts"

/**
 * Bun sends at most 256 requests of a process at once and lets others wait, while their deadline runs. So webhooks have
 * half of those, and wait here for their place. The other half is for the collector of traces and for OpenID Connect.
 */
const requestsAtMost = 128

/** The right to have one request in flight. */
export interface Place {
  giveBack(): void
}

/** `next`: before everything else of the workspace that waits. */
export type Turn = "next" | "last"

/**
 * Hands out places, in turn between workspaces. Callers bound how many of a workspace wait: each webhook waits for one
 * place at a time.
 */
export interface SendPlaces {
  take(workspaceId: string, turn: Turn): Promise<Place>
}

export function createSendPlaces(total: number = requestsAtMost): SendPlaces {
  const places = fairPlaces(total)
  /** Of workspaces that wait. The one that has waited longest since its last place comes first. */
  const waiting = new Map<string, ((place: Place) => void)[]>()
  const placeOf = (workspaceId: string): Place => ({
    giveBack() {
      places.giveBack(workspaceId)
      serve()
    },
  })
  const serve = () => {
    // A workspace that still waits comes again at the end, until none may take a place.
    for (const [workspaceId, lane] of waiting) {
      if (!places.take(workspaceId)) continue
      const proceed = lane.shift()
      waiting.delete(workspaceId)
      if (lane.length > 0) waiting.set(workspaceId, lane)
      proceed?.(placeOf(workspaceId))
    }
  }
  return {
    take(workspaceId, turn) {
      const { promise, resolve } = Promise.withResolvers<Place>()
      const lane = waiting.get(workspaceId) ?? []
      if (turn === "next") lane.unshift(resolve)
      else lane.push(resolve)
      waiting.set(workspaceId, lane)
      serve()
      return promise
    },
  }
}
