import { SQL } from "bun"
import { sql } from "kysely"
import type { NodeAbout, NodeEntry, Nodes } from "../port/nodes.ts"
import { releaseClaims } from "../sql/queries/idempotency.ts"
import { type Database, integersIn, type NodeRow, type ResultRow } from "../sql/schema/schema.ts"
import { channel as channelExpression } from "./changes/append-statements.ts"
import { databaseOver } from "./database.ts"
import { encode, encodeProgress, openFeed } from "./notifications.ts"
import { createPool } from "./pool.ts"

/** The lock of nodes that enter the list. */
export const nodesLock = 7_521_004

/** Shorter than a lease: a later result would be useless. */
const patience = { lockMs: 700, reserveMs: 1_000, silenceMs: 1_000 }
const session = {
  application_name: "keyward node",
  statement_timeout: "800",
  lock_timeout: String(patience.lockMs),
  // A node that is paused while it joins must not block the others.
  idle_in_transaction_session_timeout: "500",
}

/** Uses its own connections, so that a burst of requests cannot cost this node its lease. */
export function openNodes(url: string, id: string): Nodes {
  const options = { max: 2, connectionTimeout: 2, idleTimeout: 0, connection: session }
  const pool = createPool(() => new SQL(url, options), patience)
  const database = databaseOver(pool)
  return {
    id,

    async listen(handlers) {
      const { rows } = await sql<{ channel: string }>`select ${channel} as channel`.execute(database)
      return openFeed({ url, channel: rows[0]?.channel ?? "" }, handlers)
    },

    join: (about) =>
      database.transaction().execute(async (db) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(nodesLock)})`.execute(db)
        const appliedSequence = await latestSequence(db)
        await enter(db, id, { ...about, appliedSequence })
        const entered = await list(db)
        return { appliedSequence, others: entered.filter((node) => node.id !== id) }
      }),

    async renew({ heartbeat, appliedSequence, leaseMs, report }) {
      const renewed = database
        .updateTable("nodes")
        .set({ lease_ends_at: leaseEnd(leaseMs), applied_sequence: appliedSequence, report: JSON.stringify(report) })
        .where("id", "=", id)
        .returning("id")
      const { rows } = await sql<ResultRow<{ database_now: number }>>`
        with renewed as (${renewed})
        select ${milliseconds} as database_now, ${notify(encode(["heartbeat", id, heartbeat]))} from renewed
      `.execute(database)
      return rows[0] && { databaseNow: rows[0].database_now }
    },

    async acknowledge(progress) {
      await pool.run((on) => on.unsafe(acknowledgement, [encodeProgress(id, progress)]))
    },

    async readMembership() {
      const rows = integersIn(await pool.run(membership)) as readonly MembershipRow[]
      const entered = rows.filter((row): row is MembershipRow & NodeRow => row.id !== null).map(nodeOf)
      return { latestSequence: rows[0]?.sequence ?? 0, entered }
    },

    async remove({ id: gone, leaseEndsAt }) {
      await database.transaction().execute(async (db) => {
        const removed = await db
          .deleteFrom("nodes")
          .where("id", "=", gone)
          .where("lease_ends_at", "=", leaseEndsAt)
          .returning("id")
          .execute()
        if (removed.length > 0) await releaseClaimsOf(db, gone)
      })
    },

    async leave() {
      await database.transaction().execute(async (db) => {
        await db.deleteFrom("nodes").where("id", "=", id).execute()
        await releaseClaimsOf(db, id)
      })
    },

    close: () => pool.close(),
  }
}

const channel = sql.raw(channelExpression)

/** Reaches all listeners after the commit, which need not be durable: the notification matters only now. */
function notify(notification: string) {
  return sql`set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${notification})`
}

/** Every node sends one for each change, so this is not built each time. */
const acknowledgement = `select set_config('synchronous_commit', 'off', true), pg_notify(${channelExpression}, $1)`

const milliseconds = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

function leaseEnd(leaseMs: number) {
  return sql<number>`${milliseconds} + ${leaseMs}`
}

async function enter(
  db: Database,
  id: string,
  { leaseMs, appliedSequence, sharesLimits, version }: NodeAbout & { readonly appliedSequence: number },
): Promise<void> {
  const renewed = { lease_ends_at: leaseEnd(leaseMs), applied_sequence: appliedSequence }
  await db
    .insertInto("nodes")
    .values({
      ...renewed,
      id,
      shares_limits: sharesLimits ? 1 : 0,
      version,
      started_at: milliseconds,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(renewed))
    .execute()
}

/** The node is gone. If it still works on a claim, its commit is refused. */
function releaseClaimsOf(db: Database, id: string): Promise<void> {
  return releaseClaims(db, (record) => record("node", "=", id))
}

type MembershipRow = ResultRow<{ sequence: number; id: string | null }>

/** Every change reads this. A template is prepared once, where other statements without parameters are planned each time. */
function membership(on: SQL) {
  return on`select latest.sequence, nodes.* from (select coalesce(max(sequence), 0) as sequence from events) as latest
    left join nodes on true order by nodes.id`
}

async function latestSequence(db: Database): Promise<number> {
  const row = await db
    .selectFrom("events")
    .select((events) => events.fn.coalesce(events.fn.max("sequence"), sql.lit(0)).as("sequence"))
    .executeTakeFirst()
  return row?.sequence ?? 0
}

async function list(db: Database): Promise<readonly NodeEntry[]> {
  return (await db.selectFrom("nodes").selectAll().orderBy("id").execute()).map(nodeOf)
}

function nodeOf(row: NodeRow): NodeEntry {
  return {
    id: row.id,
    leaseEndsAt: row.lease_ends_at,
    appliedSequence: row.applied_sequence,
    sharesLimits: row.shares_limits === 1,
  }
}
