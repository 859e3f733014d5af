import type { NodeAbout, NodeEntry, NodeReport, Nodes } from "../storage/port/nodes.ts"
import type { VerifierDrops } from "../verifiers/drops.ts"
import type { DatabaseTime } from "./database-time.ts"
import type { InvalidationListener } from "./invalidation-listener.ts"
import { type Lease, leaseMs } from "./lease.ts"
import { createNodeExpiry } from "./node-expiry.ts"
import { countsSeparately, LimitsNotShared } from "./shared-limits-check.ts"

/** Keeps this node listed and its lease renewed, and joins again after a lost connection. */
export interface Membership {
  readonly state: MembershipState
  /** The nodes that were listed when this node joined for the first time. */
  readonly predecessors: readonly NodeEntry[]
  /** Ends the lease at once, so that no other node waits for it. */
  leave(): Promise<void>
}

export interface MembershipState {
  readonly appliedSequence: number
  /** As read at the last renewal. */
  readonly latestSequence: number
  readonly others: readonly NodeEntry[]
  /** When the last successful renewal was sent, by the monotonic clock. */
  readonly renewedAt: number
}

export interface EnteringOptions {
  readonly nodes: Nodes
  readonly lease: Lease
  readonly time: DatabaseTime
  readonly drops: Pick<VerifierDrops, "whenSettled">
  readonly about: Omit<NodeAbout, "leaseMs">
  clock(): number
  /** What this node reports of itself. */
  describe(): Omit<NodeReport, "behind" | "holdsLease">
  startListening(onDisconnect: () => void): Promise<InvalidationListener>
  /** Called once per outage, however long it lasts. */
  report(message: string, error: unknown): void
}

const renewEveryMs = leaseMs / 3
const enterWithinMs = 5_000

/** Throws if the first renewal keeps failing, so that the program does not start. */
export async function enterCluster({
  nodes,
  lease,
  time,
  drops,
  about,
  clock,
  describe,
  startListening,
  report,
}: EnteringOptions): Promise<Membership> {
  const nodeExpiry = createNodeExpiry(clock)
  let listener: InvalidationListener | undefined
  let predecessors: readonly NodeEntry[] | undefined
  let heartbeat = 0
  let hasLeft = false
  let isInTrouble = false
  let wake = () => {}
  const seen = { latestSequence: 0, others: [] as readonly NodeEntry[], renewedAt: clock() }

  const reportOnce = (error: unknown) => {
    if (isInTrouble || hasLeft || lease.holds()) return
    isInTrouble = true
    report(trouble, error)
  }
  const stopListening = () => {
    listener?.close()
    listener = undefined
    lease.end()
  }
  const join = async (current: InvalidationListener) => {
    // From then on, the others take it that this node has applied every change.
    await drops.whenSettled("all")
    const { appliedSequence, others } = await nodes.join({ ...about, leaseMs })
    current.markApplied(appliedSequence)
    // While this node was removed, another node may have started.
    const other = predecessors && others.find((other) => countsSeparately(about, other))
    if (other !== undefined) report(limitsApart, new LimitsNotShared(other.id))
    predecessors ??= others
  }
  const begin = async (): Promise<InvalidationListener> => {
    const begun = await startListening(() => wake())
    listener = begun
    try {
      await join(begun)
    } catch (error) {
      // The next renewal could find the old entry, and would not join.
      stopListening()
      throw error
    }
    return begun
  }

  const renew = async (): Promise<void> => {
    const current = listener ?? (await begin())
    heartbeat += 1
    current.beat(heartbeat)
    const sent = time.read()
    const { appliedSequence } = current
    // The latest number was read a renewal ago, so events that are still in flight do not count.
    const behind = Math.max(0, seen.latestSequence - appliedSequence)
    const own: NodeReport = { ...describe(), behind, holdsLease: lease.holds() }
    const renewed = await nodes.renew({ heartbeat, appliedSequence, leaseMs, report: own })
    if (renewed === undefined) {
      // The others removed this node after a long pause, so they do not wait for it: it must join again.
      lease.end()
      await join(current)
      return renew()
    }
    time.learn({ databaseNow: renewed.databaseNow, sent })
    seen.renewedAt = sent.monotonic
  }

  const checkOthers = async () => {
    const { latestSequence, entered } = await nodes.readMembership()
    seen.latestSequence = latestSequence
    seen.others = entered.filter(({ id }) => id !== nodes.id)
    for (const gone of nodeExpiry.observe(seen.others)) await nodes.remove(gone)
  }

  const renewAndCheck = async () => {
    const failure = listener?.failure()
    if (failure !== undefined) {
      stopListening()
      reportOnce(failure)
    }
    await renew()
    await checkOthers()
    if (lease.holds()) isInTrouble = false
  }

  const keepRenewing = async () => {
    while (!hasLeft) {
      await pause()
      if (!hasLeft) await renewAndCheck().catch(reportOnce)
    }
  }
  const pause = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, renewEveryMs)
    wake = resolve
    return promise.finally(() => clearTimeout(timer))
  }

  /** A paused node or a busy machine can make the first attempts fail. */
  const enter = async (givenUpAt: number): Promise<void> => {
    try {
      await renew()
    } catch (error) {
      if (clock() > givenUpAt) throw error
      await pause()
      return enter(givenUpAt)
    }
  }

  await enter(clock() + enterWithinMs)
  const going = keepRenewing()
  return {
    get state() {
      return { ...seen, appliedSequence: listener?.appliedSequence ?? 0 }
    },
    predecessors: predecessors ?? [],
    async leave() {
      hasLeft = true
      stopListening()
      wake()
      await going
      await drops.whenSettled("all")
      await nodes.leave().catch(() => {})
    },
  }
}

const limitsApart = "Each node counts rate limits separately."

const trouble = "This node receives no changes from other nodes. It reads from the database until it does."
