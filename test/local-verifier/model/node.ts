import type { ModelRules } from "./rules.ts"
import { channel, type Timeline } from "./timeline.ts"

/** What other nodes see of the node. */
export interface Entry {
  applied: number
  /** When the database stored the latest heartbeat. */
  renewedAt: number
}

/** The version of the key that is committed, and the entry of the node. */
export interface Database {
  version: number
  entry: Entry | undefined
}

export type ToVerifier =
  | { readonly t: "lease"; readonly n: number; readonly ms: number; readonly now: number }
  | { readonly t: "record"; readonly version: number }
  | { readonly t: "drop"; readonly n: number }
  | { readonly t: "bye" }

export type FromVerifier =
  | { readonly t: "renew"; readonly n: number }
  | { readonly t: "ask" }
  | { readonly t: "ack"; readonly n: number }
  | { readonly t: "forgotten" }

export type FeedMessage = { readonly change: number } | { readonly heartbeatSentAt: number } | "entry is gone"

interface Drop {
  readonly n: number
  readonly deadline: number
}

const leaseMs = 1_000
const graceMs = 50
/** A change is answered after so long, whatever hangs. An entry that was not renewed for so long is removed. */
export const waitMs = leaseMs + graceMs
const heartbeatMs = 250

interface NodeOptions {
  readonly rules: ModelRules
  readonly timeline: Timeline
  readonly database: Database
  readonly delay: () => number
  readonly send: (message: ToVerifier) => void
}

/** A node with one verifier and one key, as docs/verifier-protocol.md describes it. */
export function createNode({ rules, timeline, database, delay, send }: NodeOptions) {
  let cached: number | undefined
  let leaseEnd = Number.NEGATIVE_INFINITY
  let life: "joined" | "lost" | "left" = "joined"
  let feedNumber = 0
  let mayHold = false
  let isConnected = true
  let lentUntil = Number.NEGATIVE_INFINITY
  let drops: readonly Drop[] = []
  let latestDrop = 0
  let latestInvalidation = 0
  const hasLease = () => life === "joined" && timeline.now() < leaseEnd
  const isClean = () => drops.every(({ deadline }) => timeline.now() >= deadline)
  const whenClean = (run: () => void) => (isClean() ? run() : timeline.in(1, () => whenClean(run)))
  const tell = (message: ToVerifier) => isConnected && send(message)

  const dropRecords = () => {
    cached = undefined
    if (!mayHold) return
    mayHold = false
    latestDrop += 1
    drops = [...drops, { n: latestDrop, deadline: lentUntil + graceMs }]
    tell({ t: "drop", n: latestDrop })
  }
  const invalidate = () => {
    latestInvalidation += 1
    dropRecords()
  }
  const report = (change: number) => {
    const { entry } = database
    timeline.in(delay(), () => {
      if (entry !== undefined) entry.applied = Math.max(entry.applied, change)
    })
  }
  /** Only messages of the present feed count. */
  const openFeed = () => {
    feedNumber += 1
    const own = feedNumber
    return channel<FeedMessage>(timeline, delay, (message) => own === feedNumber && receive(message))
  }
  const receive = (message: FeedMessage) => {
    if (message === "entry is gone") return node.loseFeed()
    if ("heartbeatSentAt" in message) {
      // What was loaded or lent before is not used again.
      if (!hasLease()) invalidate()
      leaseEnd = message.heartbeatSentAt + leaseMs
      timeline.in(heartbeatMs, heartbeat)
      return
    }
    invalidate()
    const { change } = message
    if (rules.acknowledgesForVerifiers) whenClean(() => report(change))
    else report(change)
  }
  const join = () => {
    if (life !== "lost") return
    life = "joined"
    node.notify = openFeed()
    cached = undefined
    database.entry = { applied: database.version, renewedAt: timeline.now() }
    heartbeat()
  }
  const heartbeat = () => {
    const heartbeatSentAt = timeline.now()
    const feed = feedNumber
    timeline.in(delay(), () => {
      if (feed !== feedNumber) return
      const { entry } = database
      if (entry !== undefined) entry.renewedAt = timeline.now()
      node.notify(entry === undefined ? "entry is gone" : { heartbeatSentAt })
    })
  }
  const sendRecord = (version: number) => {
    if (!hasLease()) return
    tell({ t: "record", version })
    if (rules.notesHolderFirst) mayHold = true
    else timeline.in(20, () => (mayHold = true))
  }
  const load = () => {
    const version = database.version
    const feed = feedNumber
    const before = latestInvalidation
    timeline.in(delay(), () => {
      const isFresh = before === latestInvalidation && feed === feedNumber
      if (isFresh && hasLease()) cached = version
      if (isFresh || !rules.sendsOnlyHeld) sendRecord(version)
    })
  }
  const node = {
    notify: (_message: FeedMessage): void => {},
    hear(message: FromVerifier) {
      if (!isConnected || (life === "left" && message.t === "ask")) return
      switch (message.t) {
        case "renew": {
          const ms = hasLease() ? (rules.nestsLeases ? leaseEnd - timeline.now() : leaseMs) : 0
          if (ms > 0) lentUntil = Math.max(lentUntil, timeline.now() + ms)
          return tell({ t: "lease", n: message.n, ms, now: timeline.now() })
        }
        case "ask":
          return hasLease() && cached !== undefined ? sendRecord(cached) : load()
        case "ack":
          drops = rules.numbersAcks ? drops.filter(({ n }) => n > message.n) : []
          return
        case "forgotten":
          drops = []
      }
    },
    /** The connection ends on this side only. */
    disconnect() {
      isConnected = false
      if (rules.waitsAfterClose) return
      mayHold = false
      drops = []
    },
    loseFeed() {
      if (life !== "joined") return
      life = "lost"
      feedNumber += 1
      leaseEnd = Number.NEGATIVE_INFINITY
      latestInvalidation += 1
      if (rules.dropsAllOnLoss) dropRecords()
      timeline.in(delay(), () => (rules.waitsBeforeJoining ? whenClean(join) : join()))
    },
    leave() {
      if (life !== "joined") return
      dropRecords()
      tell({ t: "bye" })
      life = "left"
      const remove = () => {
        database.entry = undefined
      }
      if (rules.waitsBeforeLeaving) whenClean(remove)
      else remove()
    },
    /** A change of the node itself: applied in the step of its commit. */
    applyOwn(answer: () => void) {
      const skipsItself = !rules.waitsForOwnChange && !hasLease()
      invalidate()
      if (skipsItself) answer()
      else whenClean(answer)
    },
    /** A request that has seen a change of another node. A node with a lease waits for itself as it waits for others. */
    answerWhenApplied(change: number, answer: () => void) {
      const hasApplied = () => {
        if (hasLease()) return database.entry === undefined || database.entry.applied >= change
        if (!rules.takesBackWithoutLease) return true
        dropRecords()
        return isClean()
      }
      const isOverAt = timeline.now() + waitMs
      const wait = () => (hasApplied() || timeline.now() >= isOverAt ? answer() : timeline.in(2, wait))
      wait()
    },
  }
  node.notify = openFeed()
  heartbeat()
  return node
}
