import { decideSpends, type SpendRequest, type SpendVerdict, type StoredBalance } from "../../core/decide-spends.ts"
import { isContended } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { commit, ownName, readCommitted, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import { retryIfEndedIdle } from "./idle-transactions.ts"
import { retryIfOutdated } from "./outdated-plans.ts"
import type { Pool } from "./pool.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

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

type Answers = readonly (SpendVerdict | "held")[]

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
  readonly spends: readonly SpendRequest[]
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
    const locking = [...begin.map((sql) => ({ sql, values: [] })), ...lockStatements(spends, lock)]
    const results = await connection.prepared.run(pid, locking, (text) =>
      connection.run((on) => on.unsafe<readonly (readonly unknown[])[]>(text)),
    )
    const [name, locked, all = []] = results.slice(begin.length - 1) as unknown as LockedRows
    known.pid = name[0].pid
    const held = idsOf(all).difference(idsOf(locked))
    const open = spends.filter(({ balanceId }) => !held.has(balanceId))
    const { verdicts, charged } = decideSpends(open, balancesIn(locked))
    if (charged.size === 0) await rollback(connection)
    else await commit({ connection, name: name[0], pool: asking, last: [updateStatement(charged)] })
    const inOrder = verdicts.values()
    return spends.map(({ balanceId }) => (held.has(balanceId) ? "held" : (inOrder.next().value ?? unlimited)))
  } catch (error) {
    if (isContended(error)) known.pid = pid
    await rollback(connection)
    throw error
  } finally {
    connection.release()
  }
}

/** The rows of the last statements of the first message. */
type LockedRows = readonly [
  name: readonly [TransactionName],
  locked: readonly BalanceRow[],
  all?: readonly Pick<BalanceRow, "id">[],
]

interface BalanceRow {
  readonly id: string
  readonly remaining: string | null
  readonly refill_at: string | null
}

const unlimited = { type: "unlimited" } as const

const isGiven = "id = any(array(select json_array_elements_text(cast(cast($1 as text) as json))))"

/** Balances are locked in order, which prevents deadlocks. */
const lockBalances = `select id, remaining, refill_at from balances where ${isGiven} order by id`

/** Those that exist, so that a locked balance is known from a deleted one. */
const listLimited = `select id from balances where ${isGiven} and remaining is not null`

const updateBalances = `update balances set remaining = given.remaining
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, remaining bigint)
  where balances.id = given.id`

/**
 * They are sent in one text with `begin`, which fails as a whole: a statement on its own would lock nothing until the
 * commit, if `begin` failed before it. A locked row is the one that the transaction before has left, so a top-up that was
 * waited for counts.
 */
function lockStatements(spends: readonly SpendRequest[], lock: SpendingGroup["lock"]): readonly TextStatement[] {
  const values = [quoted(JSON.stringify([...new Set(spends.map(({ balanceId }) => balanceId))]))]
  const locking = { sql: `${lockBalances} ${lock}`, values }
  return lock === "for update" ? [locking] : [locking, { sql: listLimited, values }]
}

function updateStatement(charged: ReadonlyMap<string, number>): TextStatement {
  const rows = Array.from(charged, ([id, remaining]) => ({ id, remaining }))
  return { sql: updateBalances, values: [quoted(JSON.stringify(rows))] }
}

function balancesIn(rows: readonly BalanceRow[]): ReadonlyMap<string, StoredBalance> {
  return new Map(
    rows.map(({ id, remaining, refill_at }) => [id, { remaining: numberIn(remaining), refillAt: numberIn(refill_at) }]),
  )
}

function numberIn(text: string | null): number | null {
  return text === null ? null : Number(text)
}

function idsOf(rows: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}
