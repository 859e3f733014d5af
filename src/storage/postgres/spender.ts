import { type BalanceRequest, type BalanceVerdict, decideSpends } from "../../core/decide-spends.ts"
import { balancesOf } from "../../core/request-balances.ts"
import { isContended } from "../port/unavailable.ts"
import type { Engine, Held } from "../sql/engine.ts"
import { commit, ownName, readCommitted, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import { retryIfEndedIdle } from "./idle-transactions.ts"
import { retryIfOutdated } from "./outdated-plans.ts"
import type { Pool } from "./pool.ts"
import { lockedBalances, lockStatements, updateStatements } from "./spend-statements.ts"

interface Spender {
  /** Has one connection, because groups run one after another. */
  readonly groups: Pool
  /** For spends that wait for a locked balance. */
  readonly waiters: Pool
  /** Used to check whether a commit succeeded. */
  readonly asking: Pool
  /** How long spends with "long" patience wait. */
  readonly lockMs: number
}

type Answers = readonly (BalanceVerdict | Held)[]

/** Long enough for groups of other nodes to commit. A longer lock must not delay other balances. */
const shortPatienceMs = 250

/** Charges a group in two round trips once its statements are prepared: one locks the balances, one stores what was decided. */
export function spender({ groups, waiters, asking, lockMs }: Spender): Engine["spend"] {
  const known: KnownConnection = { pid: undefined }
  const spendOrWait: Engine["spend"] = async (spends, patience) => {
    if (patience === "long") return spendOn(waiters, { asking, spends, lock: "for update", lockMs })
    const group = { asking, known, spends, lockMs: Math.min(shortPatienceMs, lockMs) }
    try {
      return await spendOn(groups, { ...group, lock: "for update" })
    } catch (error) {
      if (!isContended(error)) throw error
      return spendOn(groups, { ...group, lock: "for update skip locked" })
    }
  }
  return (spends, patience) => retryIfEndedIdle(() => spendOrWait(spends, patience), lockMs)
}

/** The only connection of a pool. It gets another process id if it is lost. */
interface KnownConnection {
  pid: number | undefined
}

interface SpendingGroup {
  readonly asking: Pool
  /** Absent if the pool has several connections. */
  readonly known?: KnownConnection
  readonly spends: readonly BalanceRequest[]
  readonly lock: "for update" | "for update skip locked"
  readonly lockMs: number
}

function spendOn(pool: Pool, group: SpendingGroup): Promise<Answers> {
  return retryIfOutdated(() => spendOnce(pool, group))
}

async function spendOnce(pool: Pool, group: SpendingGroup): Promise<Answers> {
  const { asking, known = { pid: undefined }, spends, lock, lockMs } = group
  const connection = await pool.reserve()
  const { pid } = known
  known.pid = undefined
  try {
    const begin = [
      readCommitted,
      `set local lock_timeout = ${Math.min(lockMs, connection.lockMs)}`,
      `select ${ownName}`,
    ]
    const locks = lockStatements(spends, lock)
    const locking = [...begin.map((sql) => ({ sql, values: [] })), ...locks]
    const results = await connection.prepared.run(pid, locking, (text) =>
      connection.run((on) => on.unsafe<readonly (readonly unknown[])[]>(text)),
    )
    const [name] = results[begin.length - 1] as readonly [TransactionName]
    known.pid = name.pid
    const { stored, held } = lockedBalances(locks, results.slice(begin.length))
    const lockedIds = spends.map((spend) => heldId(spend, held))
    const { verdicts, changes } = decideSpends(
      spends.filter((_, index) => lockedIds[index] === undefined),
      stored,
    )
    const last = updateStatements(changes)
    if (last.length === 0) await rollback(connection)
    else await commit({ connection, name, pool: asking, last })
    const inOrder = verdicts.values()
    return lockedIds.map((lockedId) =>
      lockedId === undefined ? (inOrder.next().value ?? unlimited) : { type: "held", lockedId },
    )
  } catch (error) {
    if (isContended(error)) known.pid = pid
    await rollback(connection)
    throw error
  } finally {
    connection.release()
  }
}

const unlimited = { type: "unlimited" } as const

function heldId(request: BalanceRequest, held: ReadonlySet<string>): string | undefined {
  if (held.size === 0) return undefined
  const { keys, identities } = balancesOf(request)
  return [...keys, ...identities].find((id) => held.has(id))
}
