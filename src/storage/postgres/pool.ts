import { SQL } from "bun"
import type { OnDamage } from "../port/damage.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { createLanes, type Lane } from "./commit-lanes.ts"
import { isOutdatedPlan, retryIfOutdated } from "./outdated-plans.ts"
import { createPreparedTexts, type PreparedTexts } from "./prepared-texts.ts"

/** A pool that replaces its connections when the server stops responding. */
export interface Pool {
  /** Runs single statements on shared connections. */
  run<T>(work: (connection: SQL) => PromiseLike<T>): Promise<T>
  /** Reserves a connection for one transaction. */
  reserve(): Promise<ReservedConnection>
  close(): Promise<void>
}

export interface ReservedConnection {
  readonly lane: Lane
  readonly prepared: PreparedTexts
  /** How long statements wait for a lock, reduced by the time spent waiting for the connection. */
  readonly lockMs: number
  run<T>(work: (connection: SQL) => PromiseLike<T>): Promise<T>
  release(): void
}

export interface Patience {
  /** How long a statement waits for a lock. */
  readonly lockMs: number
  /** How long a transaction waits for a free connection. */
  readonly reserveMs: number
  /** Exceeds the statement timeout of the server, so a server silent for longer is unreachable. */
  readonly silenceMs: number
}

interface PoolOptions extends Patience {
  readonly onDamage?: OnDamage | undefined
}

export function createPool(connect: () => SQL, { lockMs, reserveMs, silenceMs, onDamage }: PoolOptions): Pool {
  let connections = connect()
  const lanes = createLanes()
  const prepared = createPreparedTexts()

  /** Without this limit, a network that drops packets would block requests for a quarter of an hour. */
  const replace = (silent: SQL) => {
    if (connections !== silent) return
    connections = connect()
    void silent.close({ timeout: 0 }).catch(() => {})
  }
  const withTimeout = async <T>(on: SQL, work: () => PromiseLike<T>): Promise<T> => {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new Error(`PostgreSQL has not responded for ${silenceMs} ms`))
      replace(on)
    }, silenceMs)
    try {
      return await translatingErrors(() => Promise.race([retryOnce(work), silence]))
    } catch (error) {
      const detail = damageIn(error)
      if (detail !== undefined) onDamage?.({ detail })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run(work) {
      const on = connections
      return withTimeout(on, () => retryIfOutdated(() => work(on)))
    },
    async reserve() {
      const on = connections
      const startedAt = performance.now()
      const signal = AbortSignal.timeout(reserveMs)
      const reserved = await translatingErrors(() => retryOnce(() => on.reserve({ signal })))
      const lane = lanes.enter()
      return {
        lane,
        prepared,
        // Time spent waiting for the connection counts towards the lock wait.
        lockMs: Math.max(shortestLockMs, Math.round(lockMs - (performance.now() - startedAt))),
        async run(work) {
          // A caller that already got this error does not wait again to end its transaction.
          if (connections !== on) throw new StorageUnavailable(new Error("the connection was closed after a timeout"))
          return withTimeout(on, () => work(reserved))
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

/** Bun retries connecting, with pauses of up to a second, before it fails. */
const longestPauseMs = 1_000

/** Retries once, because the error may describe an earlier attempt. Nothing was sent, so the retry is safe. */
async function retryOnce<T>(work: () => PromiseLike<T>): Promise<T> {
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
  return unavailableStates.test(error.errno) || isOutdatedPlan(error)
}

/** Damaged data or a damaged index. */
const damageStates = /^XX00[12]$/

function damageIn(error: unknown): string | undefined {
  const cause = error instanceof StorageUnavailable ? error.cause : undefined
  return cause instanceof SQL.PostgresError && damageStates.test(cause.errno ?? "") ? cause.message : undefined
}
