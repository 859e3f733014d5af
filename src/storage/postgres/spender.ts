import type { Spend, SpendRequest } from "../port/credits.ts"
import { isContended } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { groupByOwner } from "../sql/schema/rows.ts"
import { commit, ownName, readCommitted, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import { retryIfEndedIdle } from "./idle-transactions.ts"
import { retryIfOutdated } from "./outdated-plans.ts"
import type { Pool } from "./pool.ts"
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

type Answers = readonly (Spend | "held")[]

/** Long enough for groups of other nodes to commit. A longer lock must not delay other balances. */
const shortPatienceMs = 250

/** Charges a group in two round trips once its statements are prepared: one locks the balances and decides, one commits. */
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

interface DecidedRow extends TransactionName {
  readonly balance_id: string
  /** Number of the spend within its balance, from 1; 0 if the balance had no spend that was checked. */
  readonly place: number
  readonly outcome: "spent" | "short" | "refill_due" | "held"
  readonly remaining: string
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
    const begin = [readCommitted, `set local lock_timeout = ${Math.min(lockMs, connection.lockMs)}`]
    const deciding = [...begin.map((sql) => ({ sql, values: [] })), { sql: statements[lock], values: [given(spends)] }]
    const results = await connection.prepared.run(pid, deciding, (text) =>
      connection.run((on) => on.unsafe<readonly (readonly DecidedRow[])[]>(text)),
    )
    const rows = results.at(-1) ?? []
    const [name] = rows
    known.pid = name?.pid ?? pid
    // Without a row nothing was charged.
    if (name === undefined) await rollback(connection)
    else await commit({ connection, name, pool: asking })
    return answersTo(spends, rows)
  } catch (error) {
    if (isContended(error)) known.pid = pid
    await rollback(connection)
    throw error
  } finally {
    connection.release()
  }
}

/**
 * Spends from one balance are decided in order: one that is too expensive is skipped, and a cheaper one after it may
 * succeed. Balances are locked in order, which prevents deadlocks.
 *
 * The new balance is computed from the locked row. PostgreSQL checks constraints against the row that the statement saw
 * first, and a top-up may have replaced that row during the wait for the lock.
 *
 * It is sent in one text with `begin`, which fails as a whole: a statement on its own would charge without a transaction if
 * `begin` failed before it.
 */
function statement(lock: SpendingGroup["lock"]): string {
  return `with recursive given as materialized (
      select * from json_to_recordset(cast(cast($1 as text) as json))
        as given(balance_id text, costs bigint[], times bigint[])
    ), credits as materialized (
      select id as balance_id, remaining, refill_at from balances
      where id = any(array(select balance_id from given)) and remaining is not null order by id ${lock}
    ), steps(balance_id, costs, times, refill_at, balance, place, outcome, taken) as (
      select balance_id, costs, times, refill_at, remaining, 0, null, 0::bigint from credits join given using (balance_id)
      union all
      select balance_id, costs, times, refill_at, balance, place + 1, next.outcome,
        case next.outcome when 'spent' then taken + costs[place + 1] else taken end
      from steps cross join lateral (select case
        when refill_at <= times[place + 1] then 'refill_due'
        when balance - taken >= costs[place + 1] then 'spent'
        else 'short' end) as next(outcome)
      where place < cardinality(costs)
    ), spent as (
      update balances set remaining = balance - taken from steps
      where balances.id = steps.balance_id and place = cardinality(costs) and taken > 0
    )
    select ${ownName}, balance_id, place, outcome, balance - taken as remaining from steps where place > 0
    union all
    select ${ownName}, id, 0, 'held', remaining from balances
    where id = any(array(select balance_id from given)) and remaining is not null
      and id not in (select balance_id from credits)`
}

const statements = {
  "for update": statement("for update"),
  "for update skip locked": statement("for update skip locked"),
}

function given(spends: readonly SpendRequest[]): string {
  const byBalance = groupByOwner(
    spends,
    ({ balanceId }) => balanceId,
    (spend) => spend,
  )
  const rows = [...byBalance].map(([balanceId, fromBalance]) => ({
    balance_id: balanceId,
    costs: fromBalance.map(({ cost }) => cost),
    times: fromBalance.map(({ now }) => now),
  }))
  return quoted(JSON.stringify(rows))
}

function answersTo(spends: readonly SpendRequest[], rows: readonly DecidedRow[]): Answers {
  const decided = new Map(rows.map((row) => [`${row.balance_id} ${row.place}`, row]))
  const places = new Map<string, number>()
  return spends.map(({ balanceId }) => {
    const place = (places.get(balanceId) ?? 0) + 1
    places.set(balanceId, place)
    return answerOf(decided.get(`${balanceId} ${place}`) ?? decided.get(`${balanceId} 0`))
  })
}

function answerOf(row: DecidedRow | undefined): Spend | "held" {
  if (row === undefined) return { type: "unlimited" }
  if (row.outcome === "held") return "held"
  if (row.outcome === "refill_due") return { type: "refill_due" }
  return { type: row.outcome, remaining: Number(row.remaining) }
}
