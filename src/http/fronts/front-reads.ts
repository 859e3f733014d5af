import { createMemo } from "../../core/memo.ts"
import type { Lease } from "../../core/verifier-lease.ts"
import { createVerifierMemory } from "../../core/verifier-memory.ts"
import type { SharedKeyFacts, VerifiableKey } from "../../core/verify.ts"
import type { CachedReads } from "../../storage/port/cached-reads.ts"
import type { Credential } from "../../storage/port/credentials.ts"
import type { CallerRecord, KeyRecord } from "./messages.ts"

/** The records that a front holds. It finds them only under a lease, and asks where clocks could disagree. */
export interface FrontReads extends CachedReads {
  holdCaller(record: CallerRecord): void
  holdKey(record: KeyRecord): void
  drop(ids: readonly string[]): void
  clear(): void
}

interface Held<Value> {
  readonly hash: string
  readonly on: readonly string[]
  readonly value: Value
  /** Times, such as an expiry, at which a verdict changes although nothing is written. */
  readonly changesAt: readonly number[]
}

const mostCallers = 10_000
const mostKeys = 200_000
const mostFacts = 20_000

export function createFrontReads(lease: Pick<Lease, "holdsAt" | "earliest" | "latest">): FrontReads {
  const callers = createVerifierMemory<Held<Credential>>({ maxRecords: mostCallers, nameOf, dependenciesOf })
  const keys = createVerifierMemory<Held<VerifiableKey>>({ maxRecords: mostKeys, nameOf, dependenciesOf })
  const knownFacts = createMemo<SharedKeyFacts>(mostFacts)

  /** Undefined without a lease, and if the record may change between `from` and now: the clock of the main process decides. */
  const usable = <Value>(held: Held<Value> | undefined, from: number): Value | undefined => {
    const monotonic = performance.now()
    if (held === undefined || !lease.holdsAt(monotonic, Date.now())) return undefined
    const { changesAt, value } = held
    if (changesAt.length === 0) return value
    const latest = lease.latest(monotonic)
    return changesAt.some((time) => from < time && time <= latest) ? undefined : value
  }

  return {
    peekCredential(hash) {
      const held = callers.find(hash)
      return usable(held, held === undefined || held.changesAt.length === 0 ? 0 : startOfRequest(lease))
    },
    peekKey(workspaceId, hash, now) {
      const key = usable(keys.find(hash), now)
      if (key === undefined || key.facts.workspaceId !== workspaceId) return undefined
      const { planChangeAt } = key.facts
      return planChangeAt !== null && planChangeAt <= now ? undefined : key
    },
    // A front asks about everything else.
    peekCredentialRecord: () => undefined,
    peekRecord: () => undefined,
    peekNamespace: () => undefined,
    peekOverrides: () => undefined,

    holdCaller({ hash, on, rootKey, workspace }) {
      const value: Credential = { type: "root_key", rootKey, workspace }
      callers.hold({ hash, on, value, changesAt: timesIn([rootKey.expires]) })
    },
    holdKey({ hash, on, key: { keyId, matched }, facts: json }) {
      const facts = knownFacts(json, JSON.parse)
      const value: VerifiableKey = { keyId, facts, balanceId: null, matched, latestUse: undefined }
      const changesAt = timesIn([facts.expires, facts.planChangeAt, matched?.overlapEnds ?? null])
      keys.hold({ hash, on, value, changesAt })
    },
    drop(ids) {
      callers.drop(ids)
      keys.drop(ids)
    },
    clear() {
      callers.clear()
      keys.clear()
    },
  }
}

function nameOf({ hash }: Held<unknown>): string {
  return hash
}

function dependenciesOf({ on }: Held<unknown>): readonly string[] {
  return on
}

function timesIn(times: readonly (number | null)[]): readonly number[] {
  return times.filter((time) => time !== null)
}

/** The time that a request has read before its root key is looked for, with a margin for slow steps. */
function startOfRequest(lease: Pick<Lease, "earliest">): number {
  return lease.earliest(performance.now()) - 1_000
}
