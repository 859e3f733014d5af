import { SQL } from "bun"
import { sql } from "kysely"
import type { OnDamage } from "../port/damage.ts"
import type { Engine } from "../sql/engine.ts"
import type { SqlDialect } from "../sql/schema/dialect.ts"
import type { GroupBounds } from "../sql/statements/change-group.ts"
import { createWriter } from "./changes/writer.ts"
import { databaseOver } from "./database.ts"
import { longestIdleMs, retryIfEndedIdle } from "./idle-transactions.ts"
import { createLookups } from "./lookups.ts"
import { openNodes } from "./nodes.ts"
import { createPool, type Patience } from "./pool.ts"
import { readAtOneMoment } from "./snapshot.ts"
import { spender } from "./spender.ts"

/** Advisory lock numbers, which no other program in this database may use. */
const schemaLock = 7_521_001
const namesLock = 7_521_005

/** Bounds every wait: a statement that does not finish in time fails, and the server responds with 503. */
const session = {
  application_name: "keyward",
  standard_conforming_strings: "on",
  idle_in_transaction_session_timeout: String(longestIdleMs),
}

const defaultPatience: Patience = { lockMs: 8_000, reserveMs: 8_000, silenceMs: 12_000 }

/** Other nodes wait for a workspace this long, and for the commit. */
const defaultBounds: GroupBounds = { maxChanges: 50, maxMs: 25 }

interface PostgresOptions {
  readonly patience?: Patience
  /** Maximum number of connections of all pools together. */
  readonly connections?: number
  readonly bounds?: GroupBounds
  readonly onDamage?: OnDamage | undefined
}

/** A migration may build an index of a large table, which takes longer than a request may. */
const longestStepMs = 3_600_000

/** One connection for groups of spends, three for the node. */
const ownConnections = 4

/** The store for several nodes. */
export function openPostgres(
  url: string,
  { patience = defaultPatience, connections = 34, bounds = defaultBounds, onDamage }: PostgresOptions = {},
): Engine {
  const readerCount = Math.ceil((connections - ownConnections) / 3)
  const writerCount = connections - ownConnections - readerCount
  const statementMs = Math.max(10_000, patience.lockMs + 2_000)
  const connection = { ...session, lock_timeout: String(patience.lockMs), statement_timeout: String(statementMs) }
  const options = { connectionTimeout: 5, idleTimeout: 0, connection }
  // Readers have their own pool, so that waiting writers do not delay them.
  const openPool = (max: number) => createPool(() => new SQL(url, { ...options, max }), { ...patience, onDamage })
  const readers = openPool(readerCount)
  const writers = openPool(writerCount)
  const groups = openPool(1)
  const nodes = openNodes(url, `node_${crypto.randomUUID().replaceAll("-", "")}`)
  const changes = createWriter({ writers, asking: readers, patience, maxRunning: writerCount, bounds })
  const reading = databaseOver(readers)
  return {
    name: "postgres",
    dialect,
    reader: reading,
    usageReader: reading,
    // Most connections stay free for reads that take milliseconds.
    usageReadsAtOnce: Math.ceil(readerCount / 3),
    pointReader: reading,
    lookUp: createLookups(async (query) => (await reading.executeQuery(query)).rows),
    transaction: changes.transaction,
    // Others wait for a transaction only in its own workspace, and there for all of it.
    acquireWriteLock: async () => {},
    async changeSchema(work) {
      const unhurried = { ...options, max: 1, prepare: false, connection: { ...connection, statement_timeout: "0" } }
      const pool = createPool(() => new SQL(url, unhurried), { ...patience, silenceMs: longestStepMs })
      try {
        return await retryIfEndedIdle(() => databaseOver(pool).transaction().execute(work), patience.lockMs)
      } finally {
        await pool.close()
      }
    },
    write: (statements) =>
      changes.transaction(async (db) => {
        for (const statement of statements) await statement.execute(db)
      }),
    snapshot: (work) => readAtOneMoment(readers, work),
    spend: spender({ groups, waiters: writers, asking: readers, lockMs: patience.lockMs }),
    // The pool replaces lost connections.
    requireUsable: async () => {},
    async lockSchema(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(schemaLock)})`.execute(db)
      // Shorter than deadlock_timeout (1 s), so that the migration is cancelled instead of a request.
      await sql`set local lock_timeout = '200ms'`.execute(db)
    },
    lockBalances: changes.lockBalances,
    nodes,
    async close() {
      await Promise.all([readers.close(), writers.close(), groups.close(), nodes.close()])
    },
  }
}

const dialect: SqlDialect = {
  engine: "postgres",
  text: `text collate "C"`,
  integer: "bigint",
  sequence: "bigint generated always as identity primary key",
  jsonArray: "json_agg",
  jsonObject: "json_build_object",
  jsonRows(json, columns) {
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type === "text" ? "text" : "bigint"}`)
    return sql`(select * from json_to_recordset(cast(cast(${json} as text) as json)) as given(${sql.raw(typed.join(", "))}))`
  },
  // Sorted by lock number, which prevents deadlocks.
  lockNames: (names) => [
    sql`select pg_advisory_xact_lock(${sql.lit(namesLock)}, number) from (
      select distinct hashtext(name) as number from json_array_elements_text(cast(cast(${JSON.stringify(names)} as text) as json)) as given(name)
      order by number) as numbers`,
  ],
  table: (name, columns) => `create table ${name} (${columns})`,
}
