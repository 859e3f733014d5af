import { createFairQueue } from "../../fair-queue.ts"
import type { Engine, TransactionOptions } from "../../sql/engine.ts"
import { padded } from "../../sql/schema/rows.ts"
import type { Database } from "../../sql/schema/schema.ts"
import {
  type ChangeGroup,
  createChangeGroup,
  type GroupBounds,
  runSharedOrAlone,
  type Work,
} from "../../sql/statements/change-group.ts"
import { retryIfEndedIdle } from "../idle-transactions.ts"
import { retryIfOutdated } from "../outdated-plans.ts"
import type { Patience, Pool } from "../pool.ts"
import { openSharedTransaction } from "./shared-transaction.ts"

interface WriterOptions {
  readonly writers: Pool
  /** Used to check whether a commit succeeded. */
  readonly asking: Pool
  readonly patience: Patience
  /** Number of connections of `writers`. */
  readonly maxRunning: number
  readonly bounds: GroupBounds
}

type Writer = Pick<Engine, "transaction" | "lockBalances">

const shortestLockMs = 250

/** Workspaces change side by side. Changes of one workspace that wait share a transaction, because they wait for its lock anyway. */
export function createWriter({ writers, asking, patience, maxRunning, bounds }: WriterOptions): Writer {
  const turns = createFairQueue({ maxRunning, maxRunningPerLane: 1, maxWaitMs: patience.reserveMs })
  const groups = new Map<string, LaneGroup>()
  const holdingBalances = new WeakSet<Database>()

  const open = async (workspaceId: string | undefined, leftMs: number) => {
    const connection = await writers.reserve()
    const lockMs = Math.max(shortestLockMs, Math.min(connection.lockMs, Math.round(leftMs)))
    return openSharedTransaction({ connection, asking, workspaceId, lockMs })
  }
  const runAlone = async <T>(work: Work<T>): Promise<T> => {
    const group = createChangeGroup(await open(undefined, patience.lockMs), bounds)
    return group.run(work, { hasFollower: () => false, end() {} })
  }
  /** Time spent in the queue counts towards the wait for locks, which bounds the total wait. */
  const openGroup = async (lane: string, workspaceId: string | undefined, leftMs: number): Promise<LaneGroup> => {
    const current = groups.get(lane)
    if (current?.group.isOpen() === true) return current
    const transaction = await open(workspaceId, leftMs)
    const opened = { group: createChangeGroup(transaction, bounds), db: transaction.db }
    groups.set(lane, opened)
    return opened
  }
  const runInTurn = async <T>(work: Work<T>, lane: string, options: TransactionOptions): Promise<T> => {
    const { workspaceId, isLong = false } = options
    const startedAt = performance.now()
    const leave = await turns.enter(lane)
    const current = groups.get(lane)
    if (isLong && current?.group.isOpen() === true) await current.group.close()
    const leftMs = patience.lockMs - (performance.now() - startedAt)
    const opened = await openGroup(lane, workspaceId, leftMs).catch((error) => {
      leave()
      throw error
    })
    const { group, db } = opened
    const mayShare = workspaceId !== undefined && !isLong
    return group.run(work, {
      hasFollower: () => mayShare && !holdingBalances.has(db) && turns.hasWaiting(lane),
      end() {
        if (group.isOpen()) return leave("own lane")
        if (groups.get(lane) === opened) groups.delete(lane)
        leave()
      },
    })
  }
  const run = <T>(work: Work<T>, options: TransactionOptions): Promise<T> => {
    const lane = options.lane ?? options.workspaceId
    return runSharedOrAlone(
      (isLong) => (lane === undefined ? runAlone(work) : runInTurn(work, lane, { ...options, isLong })),
      options.isLong === true,
    )
  }

  return {
    transaction: (work, options = {}) =>
      retryIfEndedIdle(() => retryIfOutdated(() => run(work, options)), patience.lockMs),

    // Locks balances in the same order as spends do, which prevents deadlocks.
    async lockBalances(db, { workspaceId, keyIds = [], identityIds = [] }) {
      const locked: unknown[] = []
      if (keyIds.length > 0) {
        const ofKeys = db.selectFrom("keys").select("balance_id").where("id", "in", padded(keyIds))
        const held = db.selectFrom("balances").select("id").where("workspace_id", "=", workspaceId)
        locked.push(...(await held.where("id", "in", ofKeys).orderBy("id").forUpdate().execute()))
      }
      if (identityIds.length > 0) {
        const held = db
          .selectFrom("identity_balances")
          .select("identity_id")
          .where("identity_id", "in", padded(identityIds))
        locked.push(...(await held.orderBy("identity_id").forUpdate().execute()))
      }
      // The next change might lock a balance that comes before these.
      if (locked.length > 0) holdingBalances.add(db)
    },
  }
}

interface LaneGroup {
  readonly group: ChangeGroup
  readonly db: Database
}
