import { createDropQueues } from "./drop-queues.ts"
import type { VerifierDrops } from "./drops.ts"
import { createHolders } from "./holders.ts"
import { createPauses } from "./pauses.ts"
import { createPlaces } from "./places.ts"
import { type Connection, createVerifier, type Verifier, type VerifierEnd } from "./verifier.ts"

/**
 * What attached verifiers hold, and what they have not acknowledged yet: docs/verifier-protocol.md#what-the-server-does.
 * A second memory beside the cache, which becomes stale by the same changes.
 */
export interface Hub extends VerifierDrops {
  /** Sends drops in this step to every verifier that may hold something stale. */
  invalidate(ids: readonly string[]): void
  /** Refuses a root key in its pause, more verifiers than configured, and every one while the server stops. */
  attach(attaching: Attaching): Attachment
  /** Sends `bye`. Resolves when no verifier can decide any more. */
  close(): Promise<void>
  state(): HubState
}

export interface Attaching {
  readonly rootKeyId: string
  readonly workspaceId: string
  readonly connection: Connection
}

export type Attachment =
  | { readonly type: "attached"; readonly verifier: AttachedVerifier }
  | { readonly type: "refused"; readonly reason: "full" | "stopping" }
  | { readonly type: "paused"; readonly leftMs: number }

/** What the connection of a verifier reports and asks. */
export interface AttachedVerifier {
  /** Milliseconds of the lease that is sent in this step; 0 means none. */
  lend(ms: number): number
  /** A record that depends on these ids is sent in this step. Returns false if it must not be. */
  hold(ids: readonly string[]): boolean
  /** Returns false if this drop was never sent. */
  acknowledge(drop: number): boolean
  /** Drops everything, lends nothing more, and closes once that is acknowledged. */
  end(end: VerifierEnd): void
  /** The connection is gone. Only the verifier's own 4000 says that it has forgotten everything. */
  disconnected(code: number): void
}

export interface HubState {
  readonly attached: number
  readonly drops: number
  readonly hanging: number
}

export interface HubOptions {
  readonly maxVerifiers: number
  /** Monotonic milliseconds. */
  clock(): number
  /** Called before every lease; false if none may be lent. */
  mayLend(): boolean
}

const maxIds = 200_000
/** A longer list of ids costs more than what it saves. */
const idsPerDrop = 2_000

export function createHub({ maxVerifiers, clock, mayLend }: HubOptions): Hub {
  const listeners = new Set<() => void>()
  let isAnySettled = false
  const tellListeners = () => {
    isAnySettled = false
    for (const listener of listeners) listener()
  }
  const queues = createDropQueues(() => {
    // After this step, because a listener may drop everything: not between two messages of one drop, nor between reading a record
    // and sending it.
    if (!isAnySettled) queueMicrotask(tellListeners)
    isAnySettled = true
  })
  const pauses = createPauses(clock)
  const bySlot = new Map<number, Verifier>()
  const byRight = new Map<string, Set<Verifier>>()
  /** Those with unacknowledged drops, by root key. */
  const waiting = new Map<string, Set<Verifier>>()
  const places = createPlaces<Verifier>(maxVerifiers)
  const counts = { drops: 0, hanging: 0 }
  let isClosed = false

  const dropFrom = (some: readonly (readonly [Verifier, readonly string[] | undefined])[]) => {
    for (const [workspaceId, those] of Map.groupBy(some, ([verifier]) => verifier.workspaceId)) {
      const drop = queues.begin(workspaceId)
      for (const [verifier, ids] of those) {
        const isShort = ids !== undefined && ids.length <= idsPerDrop
        verifier.drop(drop, isShort ? ids : undefined)
        counts.drops += 1
      }
      drop.seal()
    }
  }
  const dropStale = (ids: readonly string[], lostRights: ReadonlySet<Verifier>) => {
    const stale = [...holders.take(ids)].flatMap(([slot, held]) => {
      const verifier = bySlot.get(slot)
      return verifier === undefined || lostRights.has(verifier) ? [] : [[verifier, held] as const]
    })
    if (stale.length > 0) dropFrom(stale)
  }
  const holders = createHolders({ maxIds, onFull: (ids) => dropStale(ids, noVerifiers) })
  const endAll = (verifiers: Iterable<Verifier>, end: VerifierEnd) => {
    for (const verifier of verifiers) {
      if (verifier.endAfterDrop(end) || verifier.mayHoldRecords()) dropFrom([[verifier, undefined]])
    }
  }

  /** Returns false if there is no room. */
  const makeRoom = (workspaceId: string) => {
    const found = places.find(workspaceId)
    if (found?.from === undefined) return found !== undefined
    // It keeps its connection until it has acknowledged that it forgets everything.
    places.leave(found.from)
    endAll([found.from], placeGivenUp)
    return true
  }
  const remove = (verifier: Verifier, { rootKeyId, workspaceId }: Attaching) => {
    bySlot.delete(verifier.slot)
    holders.closeSlot(verifier.slot)
    removeFrom(byRight, rootKeyId, verifier)
    removeFrom(byRight, workspaceId, verifier)
  }
  /** Whether verifiers of this root key make changes wait. */
  const isSlow = (rootKeyId: string) => {
    const some = waiting.get(rootKeyId)
    return some !== undefined && [...some].some((verifier) => verifier.isSlow())
  }

  return {
    get latest() {
      return queues.latest
    },
    unsettled: queues.unsettled,
    whenSettled: queues.whenSettled,
    onSettled(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    invalidate(ids) {
      if (bySlot.size === 0) return
      const lostRights = new Set(ids.flatMap((id) => [...(byRight.get(id) ?? [])]))
      dropStale(ids, lostRights)
      endAll(lostRights, rightsChanged)
    },

    invalidateAll() {
      holders.clear()
      const holding = [...bySlot.values()].filter((verifier) => verifier.mayHoldRecords())
      if (holding.length > 0) dropFrom(holding.map((verifier) => [verifier, undefined]))
    },

    attach(attaching) {
      const { rootKeyId, workspaceId, connection } = attaching
      if (isClosed) return { type: "refused", reason: "stopping" }
      const leftMs = pauses.left(rootKeyId)
      if (leftMs > 0) return { type: "paused", leftMs }
      if (!makeRoom(workspaceId)) return { type: "refused", reason: "full" }
      const verifier = createVerifier({
        slot: holders.openSlot(),
        workspaceId,
        connection,
        clock,
        onDisconnected: () => places.leave(verifier),
        onGone: () => remove(verifier, attaching),
        onPending(isPending) {
          if (isPending) addTo(waiting, rootKeyId, verifier)
          else removeFrom(waiting, rootKeyId, verifier)
        },
        onHanging(firstPauseMs) {
          counts.hanging += 1
          pauses.begin(rootKeyId, firstPauseMs)
        },
      })
      places.take(verifier, workspaceId)
      bySlot.set(verifier.slot, verifier)
      for (const right of [rootKeyId, workspaceId]) addTo(byRight, right, verifier)
      return {
        type: "attached",
        verifier: {
          lend(ms) {
            if (ms < 1 || pauses.left(rootKeyId) > 0 || isSlow(rootKeyId) || !mayLend()) return 0
            return verifier.lend(ms)
          },
          hold(ids) {
            if (!verifier.hold()) return false
            holders.note(ids, verifier)
            return true
          },
          acknowledge: verifier.acknowledge,
          end: (end) => endAll([verifier], end),
          disconnected: verifier.disconnected,
        },
      }
    },

    async close() {
      isClosed = true
      for (const [workspaceId, verifiers] of Map.groupBy(bySlot.values(), (verifier) => verifier.workspaceId)) {
        const drop = queues.begin(workspaceId)
        for (const verifier of verifiers) verifier.sayGoodbye(drop)
        drop.seal()
      }
      await queues.whenSettled("all")
      for (const verifier of [...bySlot.values()]) verifier.cut()
    },

    state: () => ({ attached: places.taken, ...counts }),
  }
}

const rightsChanged: VerifierEnd = { code: 4401, reason: "the root key or its workspace has changed" }

const placeGivenUp: VerifierEnd = { code: 4503, reason: "another workspace has fewer verifiers" }

const noVerifiers: ReadonlySet<Verifier> = new Set()

function addTo(sets: Map<string, Set<Verifier>>, name: string, verifier: Verifier): void {
  const set = sets.get(name)
  if (set === undefined) sets.set(name, new Set([verifier]))
  else set.add(verifier)
}

function removeFrom(sets: Map<string, Set<Verifier>>, name: string, verifier: Verifier): void {
  const set = sets.get(name)
  set?.delete(verifier)
  if (set?.size === 0) sets.delete(name)
}
