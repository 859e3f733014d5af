import { SQL } from "bun"
import { type CompiledQuery, sql } from "kysely"
import { createFairQueue } from "../fair-queue.ts"
import type { SqlDialect } from "../sql/dialect.ts"
import type { Engine } from "../sql/engine.ts"
import { padded } from "../sql/rows.ts"
import type { Database } from "../sql/schema.ts"
import { databaseOver } from "./database.ts"
import { announce, openNodes } from "./nodes.ts"
import { encodeChange } from "./notifications.ts"
import { createPool, type Patience } from "./pool.ts"
import { readAtOneMoment } from "./snapshot.ts"
import { spender } from "./spender.ts"

/** Numbers of advisory locks; any that nobody else in this database uses. */
const schemaLock = 7_521_001
const eventsLock = 7_521_002
const turnsLock = 7_521_005

/** Nothing waits for long: a statement that the server cannot finish in time ends with an error, and with 503. */
const session = {
  application_name: "keyward",
  standard_conforming_strings: "on",
  statement_timeout: "10000",
  // Shorter than anybody waits for a lock: a node that stands still in the middle of a change must not fail those of others.
  idle_in_transaction_session_timeout: "5000",
}

const usualPatience: Patience = { lockMs: 8_000, reserveMs: 8_000, silenceMs: 12_000 }

interface PostgresOptions {
  readonly patience?: Patience
  /** At most so many, all pools together. */
  readonly connections?: number
}

/** A step of the schema may build an index of a large table, which takes longer than any request may. */
const longestStepMs = 3_600_000

/** One for the groups of spends, three of the node. */
const ownConnections = 4

/** Not worth a statement of its own. */
const shortWaitMs = 500
const shortestLockMs = 250

/** A change that has waited for its turn waits less for locks, so that its caller waits no longer in all. */
function withLessPatience<T>(work: (db: Database) => Promise<T>, leftMs: number) {
  return async (db: Database): Promise<T> => {
    const lockMs = String(Math.max(shortestLockMs, Math.round(leftMs)))
    await sql`select set_config('lock_timeout', ${lockMs}, true)`.execute(db)
    return work(db)
  }
}

/** The store of an installation that has outgrown one machine. */
export function openPostgres(
  url: string,
  { patience = usualPatience, connections = 34 }: PostgresOptions = {},
): Engine {
  const readerCount = Math.ceil((connections - ownConnections) / 3)
  const writerCount = connections - ownConnections - readerCount
  const connection = { ...session, lock_timeout: String(patience.lockMs) }
  const options = { connectionTimeout: 5, idleTimeout: 0, connection }
  // Apart, so that no number of writers waiting for each other keeps a reader waiting.
  const readers = createPool(() => new SQL(url, { ...options, max: readerCount }), patience)
  // Bun keeps a named statement per pattern of nulls and sizes of numbers, and never lets go of one: with rows inserted
  // by the hundred there would be no end to them.
  const writers = createPool(() => new SQL(url, { ...options, max: writerCount, prepare: false }), patience)
  const groups = createPool(() => new SQL(url, { ...options, max: 1 }), patience)
  const nodes = openNodes(url, `node_${crypto.randomUUID().replaceAll("-", "")}`)
  // Those of one workspace wait for each other anyway, and must not do so on all connections.
  const queue = createFairQueue({ maxRunning: writerCount, maxRunningPerLane: 2, maxWaitMs: patience.reserveMs })
  const reading = databaseOver(readers)
  const writing = databaseOver(writers)
  return {
    name: "postgres",
    dialect,
    reader: reading,
    pointReader: reading,
    async lookUp<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]) {
      return (await reading.executeQuery<Row>({ ...query, parameters })).rows
    },
    async transaction(work, lane) {
      if (lane === undefined) return writing.transaction().execute(work)
      const startedAt = performance.now()
      const leave = await queue.enter(lane)
      const waitedMs = performance.now() - startedAt
      const working = waitedMs < shortWaitMs ? work : withLessPatience(work, patience.lockMs - waitedMs)
      return writing.transaction().execute(working).finally(leave)
    },
    async changeSchema(work) {
      const unhurried = { ...options, max: 1, prepare: false, connection: { ...connection, statement_timeout: "0" } }
      const pool = createPool(() => new SQL(url, unhurried), { ...patience, silenceMs: longestStepMs })
      try {
        return await databaseOver(pool).transaction().execute(work)
      } finally {
        await pool.close()
      }
    },
    write: (statements) =>
      writing.transaction().execute(async (db) => {
        for (const statement of statements) await statement.execute(db)
      }),
    snapshot: (work) => readAtOneMoment(readers, work),
    spend: spender({ groups, waiters: writers, asking: readers, lockMs: patience.lockMs }),
    // Every connection that is lost is made anew.
    requireUsable: async () => {},
    async lockSchema(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(schemaLock)})`.execute(db)
      // Shorter than the second after which the server ends one of two that wait for each other: it must not be a request.
      await sql`set local lock_timeout = '200ms'`.execute(db)
    },
    async lockWorkspace(db, workspaceId) {
      await db.selectFrom("event_chains").select("length").where("workspace_id", "=", workspaceId).forUpdate().execute()
    },
    async lockBalances(db, { workspaceId, keyIds }) {
      const ofKeys = db.selectFrom("keys").select("balance_id").where("id", "in", padded(keyIds))
      const held = db.selectFrom("balances").select("id").where("workspace_id", "=", workspaceId)
      // In the order in which spends lock them, so that the two never wait for each other in a circle.
      await held.where("id", "in", ofKeys).orderBy("id").forUpdate().execute()
    },
    async lockEvents(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(eventsLock)})`.execute(db)
    },
    announce: (db, change) => announce(db, encodeChange(change)),
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
  // By the numbers that are locked: in any other order two transactions could wait for each other.
  takeTurns: (names) => [
    sql`select pg_advisory_xact_lock(${sql.lit(turnsLock)}, number) from (
      select distinct hashtext(name) as number from json_array_elements_text(cast(cast(${JSON.stringify(names)} as text) as json)) as given(name)
      order by number) as numbers`,
  ],
  table: (name, columns) => `create table ${name} (${columns})`,
}
