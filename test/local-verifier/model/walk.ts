import { createLease } from "../../../sdk/src/local/lease.ts"
import { everyRule } from "../../../sdk/src/local/rules.ts"
import { createNode, type Database, type FromVerifier, type ToVerifier, waitMs } from "./node.ts"
import type { ModelRules } from "./rules.ts"
import { channel, createTimeline, type Timeline } from "./timeline.ts"

const walkMs = 4_000

/** What happened that must not: a decision from a state before a change that was answered. */
export interface StaleDecision {
  readonly at: number
  readonly version: number
  readonly answered: number
}

/** A random walk of one node, one verifier and the feed of changes. Returns the first stale decision. */
export function walk(rules: ModelRules, random: () => number): StaleDecision | undefined {
  const timeline = createTimeline()
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  // Some walks are fast, some slow, and all have a few messages that take very long.
  const usual = pick([2, 20, 100])
  const rarity = pick([0.03, 0.15, 0.4])
  const delay = () => (random() < rarity ? random() * 950 : random() * usual)
  const database: Database = { version: 0, entry: { applied: 0, renewedAt: 0 } }
  let answered = 0
  let stale: StaleDecision | undefined

  const toVerifier = channel<ToVerifier>(timeline, delay, (message) => verifier.hear(message))
  const node = createNode({ rules, timeline, database, delay, send: toVerifier })
  const toNode = channel<FromVerifier>(timeline, delay, (message) => node.hear(message))
  const verifier = createModelVerifier({ rules, timeline, send: toNode })

  const answer = (version: number) => {
    answered = Math.max(answered, version)
  }
  const change = () => {
    const isOwn = random() < 0.3
    database.version += 1
    const { version } = database
    const committedAt = timeline.now()
    node.notify({ change: version })
    if (isOwn) return node.applyOwn(() => answer(version))
    if (random() < 0.3) timeline.in(delay(), () => node.answerWhenApplied(version, () => answer(version)))
    const wait = () => {
      const isOver = timeline.now() >= committedAt + waitMs
      const { entry } = database
      if (entry !== undefined && entry.applied < version && !isOver) return timeline.in(2, wait)
      if (entry !== undefined && timeline.now() >= entry.renewedAt + waitMs) database.entry = undefined
      answer(version)
    }
    wait()
  }
  const decide = () => {
    const version = verifier.decide()
    if (version !== undefined && version < answered) stale ??= { at: timeline.now(), version, answered }
    timeline.in(random() * 25, decide)
  }
  const happen = (run: () => void, chance: number) => random() < chance && timeline.in(random() * walkMs, run)

  decide()
  for (let count = 0; count < 6; count += 1) happen(change, 0.7)
  happen(() => node.disconnect(), 0.3)
  happen(() => node.loseFeed(), 0.5)
  happen(() => node.leave(), 0.3)
  timeline.until(walkMs)
  return stale
}

interface VerifierOptions {
  readonly rules: ModelRules
  readonly timeline: Timeline
  readonly send: (message: FromVerifier) => void
}

/** Messages, and the lease of the client. */
function createModelVerifier({ rules: { countsFromSending }, timeline, send }: VerifierOptions) {
  const clocks = { monotonic: timeline.now, wall: timeline.now }
  const lease = createLease({ clocks, rules: { ...everyRule, countsFromSending } })
  let version: number | undefined
  const renew = () => {
    send({ t: "renew", n: lease.begin() })
    if (version === undefined) send({ t: "ask" })
    timeline.in(250, renew)
  }
  renew()
  return {
    decide: () => (lease.holdsAt(timeline.now(), timeline.now()) ? version : undefined),
    hear(message: ToVerifier) {
      switch (message.t) {
        case "lease":
          lease.take(message)
          return
        case "record":
          version = message.version
          return
        case "drop":
          version = undefined
          send({ t: "ack", n: message.n })
          // The application is busy, so the key is soon verified again.
          return send({ t: "ask" })
        case "bye":
          version = undefined
          lease.end()
          send({ t: "forgotten" })
      }
    },
  }
}
