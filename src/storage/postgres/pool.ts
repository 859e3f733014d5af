import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"
import { createLanes, type Lane } from "./commit-lanes.ts"

/** Connections to a server, which are replaced when nothing comes back on them any more. */
export interface Pool {
  /** Runs single statements; those of others share the connections. */
  ask<T>(work: (connection: SQL) => PromiseLike<T>): Promise<T>
  /** A connection for one transaction. */
  reserve(): Promise<ReservedConnection>
  close(): Promise<void>
}

export interface ReservedConnection {
  readonly lane: Lane
  /** How long its statements should wait for a lock: less the longer it took to get it. */
  readonly lockMs: number
  ask<T>(work: (connection: SQL) => PromiseLike<T>): Promise<T>
  release(): void
}

export interface Patience {
  /** How long a statement waits for a lock. */
  readonly lockMs: number
  /** How long a transaction waits for a connection that is free. */
  readonly reserveMs: number
  /** Longer than the server works on a statement, so that whoever is silent for so long cannot be reached. */
  readonly silenceMs: number
}

export function createPool(connect: () => SQL, { lockMs, reserveMs, silenceMs }: Patience): Pool {
  let connections = connect()
  const lanes = createLanes()

  /** A network that swallows everything would otherwise keep every request waiting for a quarter of an hour. */
  const replace = (silent: SQL) => {
    if (connections !== silent) return
    connections = connect()
    void silent.close({ timeout: 0 }).catch(() => {})
  }
  const inTime = async <T>(on: SQL, work: () => PromiseLike<T>): Promise<T> => {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new Error(`PostgreSQL has been silent for ${silenceMs} ms`))
      replace(on)
    }, silenceMs)
    try {
      return await translatingErrors(() => Promise.race([onceMore(work), silence]))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ask(work) {
      const on = connections
      return inTime(on, () => preparingAgain(() => work(on)))
    },
    async reserve() {
      const on = connections
      const startedAt = performance.now()
      const signal = AbortSignal.timeout(reserveMs)
      const reserved = await translatingErrors(() => onceMore(() => on.reserve({ signal })))
      const lane = lanes.enter()
      return {
        lane,
        // Others that wait for a lock were in the way as a rule, and nobody need wait as long again.
        lockMs: Math.max(shortestLockMs, Math.round(lockMs - (performance.now() - startedAt))),
        async ask(work) {
          // Whoever was told that it is silent need not wait again, for the end of a transaction as a rule.
          if (connections !== on) throw new StorageUnavailable(new Error("the connection was given up"))
          return inTime(on, () => work(reserved))
        },
        release() {
          lanes.leave(lane)
          void reserved.release()
        },
      }
    },
    close: () => connections.close({ timeout: 5 }),
  }
}

const shortestLockMs = 250

/** Bun tries to connect again and again, with pauses of up to a second, before it gives up. */
const longestPauseMs = 1_000

/**
 * Who comes in the last pause before Bun gives up is told about a server that could not be reached earlier. Nothing has
 * been sent then, so it is asked once more, and as soon as the server is back nobody meets an error any more.
 */
async function onceMore<T>(work: () => PromiseLike<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (!isNotConnected(error) || performance.now() - startedAt > 1.5 * longestPauseMs) throw error
    return work()
  }
}

function isNotConnected(error: unknown): boolean {
  return error instanceof SQL.PostgresError && error.code === "ERR_POSTGRES_CONNECTION_FAILED"
}

/** More than the connections of a usual pool, since each of them may hold a plan that is out of date. */
const mostPlans = 50

/**
 * Repeats a single statement whose prepared form the server no longer accepts. The server refuses it before it runs, and
 * Bun prepares it again on that connection. In a transaction this cannot help: the server has aborted the transaction.
 */
async function preparingAgain<T>(work: () => PromiseLike<T>, timesLeft = mostPlans): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStalePlan(error) || timesLeft === 0) throw error
    return preparingAgain(work, timesLeft - 1)
  }
}

/** The result type changed with the schema, or a pooler or an operator discarded the prepared statement. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError)) return false
  // Other errors of this class are defects. The message depends on the server's language, the routine does not.
  return error.errno === "26000" || (error.errno === "0A000" && error.routine === "RevalidateCachedQuery")
}

async function translatingErrors<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnavailable(error) ? new StorageUnavailable(error) : error
  }
}

/**
 * Classes: connections (08), access (28), no such database (3D), conflicts (40), resources (53), objects in use (55),
 * intervention (57), the system under the server (58), the server itself (XX). Of class 25: a read-only server, and a
 * session that was idle in a transaction for too long or had one for too long, as after a pause of this process. Of
 * class 42: a missing privilege, which an operator can grant without a restart.
 */
const unavailableStates = /^(08|28|3D|40|53|55|57|58|XX)|^25(006|P03|P04)$|^42501$/

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError) || error.errno === undefined) return true
  return unavailableStates.test(error.errno) || isStalePlan(error)
}
