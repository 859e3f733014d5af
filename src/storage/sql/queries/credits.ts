import { decideSpends, type SpendRequest } from "../../../core/decide-spends.ts"
import type { CreditSpends, Requester, Spend } from "../../port/credits.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import type { Engine, SpendPatience } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { createGroupCommit, type GroupCommit } from "./group-commit.ts"

interface WaitingSpend {
  readonly request: SpendRequest
  readonly requester: Requester | undefined
  /** By the monotonic clock. */
  readonly addedAt: number
  resolve(spend: Spend): void
  reject(error: unknown): void
}

type SpendQueue = GroupCommit<WaitingSpend>

interface Origin {
  readonly patience: SpendPatience
  /** Where the spends behind the group wait. */
  readonly queue: SpendQueue
}

/** A longer group would block spends of other nodes from the same balances. */
const maxGroupSize = 500

/** If storage refuses a group, spends behind it that have waited so long are refused too: the next group may wait as long again. */
const maxWaitMs = 5_000

/** The next group fills while one group commits, so spends share durable writes. A locked balance gets its own queue. */
export function creditSpends(engine: Engine): CreditSpends {
  const lockedBalances = new Map<string, SpendQueue>()
  const createQueue = (patience: SpendPatience, onIdle: () => void): SpendQueue => {
    const queue = createGroupCommit<WaitingSpend>({
      maxGroupSize,
      async work(group) {
        const connected = group.filter(isConnected)
        if (connected.length > 0) await commit(connected, { patience, queue })
      },
      onIdle,
    })
    return queue
  }
  const sharedQueue = createQueue("short", () => {})

  const commit = async (group: readonly WaitingSpend[], from: Origin): Promise<void> => {
    const { patience, queue } = from
    try {
      const spends = await engine.spend(
        group.map(({ request }) => request),
        patience,
      )
      resolveSpends(group, spends)
    } catch (error) {
      const isUnavailable = error instanceof StorageUnavailable
      const behind = isUnavailable ? queue.removeMatching(hasWaitedLong) : []
      // One spend may have caused the error, so each is retried alone.
      if (!isUnavailable && group.length > 1) for (const one of group) await commit([one], from)
      else for (const { reject } of [...group, ...behind]) reject(error)
    }
  }
  const resolveSpends = (group: readonly WaitingSpend[], spends: readonly (Spend | "held")[]) => {
    group.forEach(({ resolve, reject }, index) => {
      const spend = spends[index]
      if (spend === undefined) reject(new Error("The engine returned no result for a spend."))
      else if (spend !== "held") resolve(spend)
    })
    const held = group.filter((_, index) => spends[index] === "held")
    for (const balanceId of new Set(held.map(balanceOf))) moveToOwnQueue(balanceId, held)
  }
  /** Spends of the group arrived before those that still wait. */
  const moveToOwnQueue = (balanceId: string, held: readonly WaitingSpend[]) => {
    const isFromBalance = (one: WaitingSpend) => balanceOf(one) === balanceId
    queueOf(balanceId).addFirst([...held.filter(isFromBalance), ...sharedQueue.removeMatching(isFromBalance)])
  }
  const queueOf = (balanceId: string): SpendQueue => {
    const queue = lockedBalances.get(balanceId) ?? createQueue("long", () => lockedBalances.delete(balanceId))
    lockedBalances.set(balanceId, queue)
    return queue
  }

  return {
    spend(request, requester) {
      if (request.cost === 0) return readCredits(engine.pointReader, request)
      const { promise, resolve, reject } = Promise.withResolvers<Spend>()
      const queue = lockedBalances.get(request.balanceId) ?? sharedQueue
      queue.add({ request, requester, addedAt: performance.now(), resolve, reject })
      return promise
    },
  }
}

/** Resolves a spend whose client has disconnected, because its response could not be delivered. */
function isConnected({ requester, resolve }: WaitingSpend): boolean {
  if (requester?.signal.aborted !== true) return true
  resolve({ type: "abandoned" })
  return false
}

function hasWaitedLong({ addedAt }: WaitingSpend): boolean {
  return performance.now() - addedAt >= maxWaitMs
}

function balanceOf({ request }: WaitingSpend): string {
  return request.balanceId
}

/** Reads the balance without charging it, which is enough for cost 0. */
async function readCredits(db: Database, request: SpendRequest): Promise<Spend> {
  const rows = await db
    .selectFrom("balances")
    .select(["remaining", "refill_at as refillAt"])
    .where("id", "=", request.balanceId)
    .execute()
  const { verdicts } = decideSpends([request], new Map(rows.map((row) => [request.balanceId, row])))
  return verdicts[0] ?? { type: "unlimited" }
}
