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

interface HeldKey extends Held<VerifiableKey> {
  /** Its facts. */
  readonly json: string
}

const mostCallers = 10_000
const mostKeys = 200_000
/** Of what a client can make large. The rest of a key takes some 0.5 KiB. */
const mostBytes = 96 * 1024 ** 2
/** An id that a record depends on, with its place in the lists of the memory. */
const bytesPerId = 64

export function createFrontReads(lease: Pick<Lease, "holdsAt" | "earliest" | "latest">): FrontReads {
  const callers = createVerifierMemory<Held<Credential>>({ maxRecords: mostCallers, nameOf, dependenciesOf })
  const facts = createSharedFacts()
  let idBytes = 0
  const keys = createVerifierMemory<HeldKey>({
    maxRecords: mostKeys,
    nameOf,
    dependenciesOf,
    onForget({ on, json }) {
      idBytes -= on.length * bytesPerId
      facts.release(json)
    },
  })

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
      const known = facts.take(json)
      const value: VerifiableKey = { keyId, facts: known, balanceId: null, matched, latestUse: undefined }
      const changesAt = timesIn([known.expires, known.planChangeAt, matched?.overlapEnds ?? null])
      idBytes += on.length * bytesPerId
      keys.hold({ hash, on, value, changesAt, json })
      while (idBytes + facts.bytes() > mostBytes) keys.dropOldest()
    },
    drop(ids) {
      callers.drop(ids)
      keys.drop(ids)
    },
    clear() {
      callers.clear()
      keys.clear()
      facts.clear()
      idBytes = 0
    },
  }
}

/** Most keys of an API share their facts, so they are parsed and held once, as long as a key needs them. */
function createSharedFacts() {
  const known = new Map<string, { readonly facts: SharedKeyFacts; keys: number }>()
  let bytes = 0
  return {
    take(json: string): SharedKeyFacts {
      let entry = known.get(json)
      if (entry === undefined) {
        entry = { facts: JSON.parse(json), keys: 0 }
        known.set(json, entry)
        bytes += bytesOf(json)
      }
      entry.keys += 1
      return entry.facts
    },
    release(json: string) {
      const entry = known.get(json)
      if (entry === undefined) return
      entry.keys -= 1
      if (entry.keys > 0) return
      known.delete(json)
      bytes -= bytesOf(json)
    },
    bytes: () => bytes,
    clear() {
      known.clear()
      bytes = 0
    },
  }
}

/** As text and as values. */
function bytesOf(json: string): number {
  return 2 * json.length
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
