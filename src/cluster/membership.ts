import type { EnteredNode, NodeAbout, Nodes } from "../storage/port/nodes.ts"
import type { DatabaseTime } from "./database-time.ts"
import type { Hearing } from "./invalidation-listener.ts"
import { type Lease, leaseMs } from "./lease.ts"
import { createPeers } from "./node-expiry.ts"
import { countsApart, UncountedCompany } from "./shared-limits-check.ts"

/** Keeps this node entered and its lease renewed, and begins again whenever it was cut off. */
export interface Membership {
  readonly state: MembershipState
  /** Those that were entered before it, when it entered first. */
  readonly predecessors: readonly EnteredNode[]
  /** Gives the lease back, so that nobody waits for it. */
  leave(): Promise<void>
}

export interface MembershipState {
  readonly appliedSequence: number
  /** As seen at the last renewal. */
  readonly latestSequence: number
  readonly others: readonly EnteredNode[]
  /** When the last renewal was sent that was answered, by the clock. */
  readonly renewedAt: number
}

interface Parts {
  readonly nodes: Nodes
  readonly lease: Lease
  readonly time: DatabaseTime
  readonly about: Omit<NodeAbout, "leaseMs">
  clock(): number
  beginHearing(onDeaf: () => void): Promise<Hearing>
  /** Told once of a trouble, however long it lasts. */
  report(message: string, error: unknown): void
}

const renewEveryMs = leaseMs / 3
const enterWithinMs = 5_000

/** Throws where the first renewal keeps failing: then there is no use in starting. */
export async function enterCluster({
  nodes,
  lease,
  time,
  about,
  clock,
  beginHearing,
  report,
}: Parts): Promise<Membership> {
  const peers = createPeers(clock)
  let hearing: Hearing | undefined
  let predecessors: readonly EnteredNode[] | undefined
  let heartbeat = 0
  let hasLeft = false
  let isInTrouble = false
  let wake = () => {}
  const seen = { latestSequence: 0, others: [] as readonly EnteredNode[], renewedAt: clock() }

  const complain = (error: unknown) => {
    if (isInTrouble || hasLeft || lease.holds()) return
    isInTrouble = true
    report(trouble, error)
  }
  const stopHearing = () => {
    hearing?.close()
    hearing = undefined
    lease.end()
  }
  const join = async (current: Hearing) => {
    const { appliedSequence, others } = await nodes.join({ ...about, leaseMs })
    current.reach(appliedSequence)
    // Whoever was removed may find that somebody else has started meanwhile.
    const rival = predecessors && others.find((other) => countsApart(about, other))
    if (rival !== undefined) report(apart, new UncountedCompany(rival.id))
    predecessors ??= others
  }
  const begin = async (): Promise<Hearing> => {
    const begun = await beginHearing(() => wake())
    hearing = begun
    await join(begun)
    return begun
  }

  const renew = async (): Promise<void> => {
    const current = hearing ?? (await begin())
    heartbeat += 1
    current.beat(heartbeat)
    const sentAt = clock()
    const { appliedSequence } = current
    const renewed = await nodes.renew({ heartbeat, appliedSequence, leaseMs })
    if (renewed === undefined) {
      // Whoever was paused for so long that the others have removed it is nobody for whom they wait.
      lease.end()
      await join(current)
      return renew()
    }
    time.learn({ databaseNow: renewed.databaseNow, sentAt, receivedAt: clock() })
    seen.renewedAt = sentAt
  }

  const lookAround = async () => {
    const { latestSequence, entered } = await nodes.look()
    seen.latestSequence = latestSequence
    seen.others = entered.filter(({ id }) => id !== nodes.id)
    for (const gone of peers.observe(seen.others)) await nodes.remove(gone)
  }

  const renewAndLook = async () => {
    const failure = hearing?.failure()
    if (failure !== undefined) {
      stopHearing()
      complain(failure)
    }
    await renew()
    await lookAround()
    if (lease.holds()) isInTrouble = false
  }

  const goOn = async () => {
    while (!hasLeft) {
      await pause()
      if (!hasLeft) await renewAndLook().catch(complain)
    }
  }
  const pause = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, renewEveryMs)
    wake = resolve
    return promise.finally(() => clearTimeout(timer))
  }

  /** Another node that stands still, or a busy machine, may cost the first tries. */
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
  const going = goOn()
  return {
    get state() {
      return { ...seen, appliedSequence: hearing?.appliedSequence ?? 0 }
    },
    predecessors: predecessors ?? [],
    async leave() {
      hasLeft = true
      stopHearing()
      wake()
      await going
      await nodes.leave().catch(() => {})
    },
  }
}

const apart = "Rate limits are counted by each node for itself."

const trouble =
  "This node is cut off from the others, and reads from the database until it hears of their changes again."
