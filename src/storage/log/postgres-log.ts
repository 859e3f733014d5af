import { SQL } from "bun"
import { type RawBuilder, sql } from "kysely"
import { dayMs, hourMs } from "../../core/durations.ts"
import { dayOf, hourOf } from "../../core/usage-period.ts"
import type { LogLimits, VerificationLog } from "../port/verification-log.ts"
import type { Engine } from "../sql/engine.ts"
import { listInSteps } from "./list-in-steps.ts"
import { columnNames, columnTypes, tableText, toRow } from "./log-statements.ts"

/** Beyond this, partitions of an hour would be so many that lists take long to plan. */
const daysByHour = 10
/** Share of the size that may arrive before this node checks the size. */
const uncheckedShare = 1 / 16

/** The log in partitions of an hour or, if it is kept for long, of a day. They are dropped whole. */
export function openPostgresLog(engine: Engine, { bytes: bytesAtMost, days }: LogLimits): VerificationLog {
  const { dialect } = engine
  const startOf = days > daysByHour ? dayOf : hourOf
  const known = new Set<number>()
  let uncheckedBytes = 0
  const lock = dialect.lockNames(["verification_log"])
  const prepare = async (starts: readonly number[]) => {
    const missing = starts.filter((start) => !known.has(start))
    if (missing.length === 0) return
    await engine.write([
      ...lock,
      sql.raw(`create table if not exists verification_log (${tableText(dialect)}) partition by range (time)`),
      ...missing.map((start) => creatingPartition(start, startOf === dayOf)),
    ])
    for (const start of missing) known.add(start)
  }
  let isCreated = false
  const hasTable = async () => {
    if (isCreated) return true
    const { rows } = await sql<{ name: string | null }>`select to_regclass('verification_log')::text as name`.execute(
      engine.reader,
    )
    isCreated = (rows[0]?.name ?? null) !== null
    return isCreated
  }
  const drop = async (name: string) => {
    await engine.write([...lock, sql.raw(`drop table if exists ${name}`)])
    known.clear()
  }
  const deleteExcess = async () => {
    uncheckedBytes = 0
    const partitions = await sizesOf(engine)
    const [oldest] = partitions
    const bytes = partitions.reduce((sum, partition) => sum + Number(partition.bytes), 0)
    if (oldest === undefined || bytes <= bytesAtMost) return false
    await drop(oldest.name)
    return true
  }
  const insert = async (starts: readonly number[], json: string) => {
    await prepare(starts)
    const names = sql.raw(columnNames.join(", "))
    const given = dialect.jsonRows(json, columnTypes)
    await engine.write([
      sql`insert into verification_log (${names}) select ${names} from ${given} as r on conflict do nothing`,
    ])
  }
  return {
    async append(rows) {
      const starts = [...new Set(rows.map(({ time }) => startOf(time)))]
      const json = JSON.stringify(rows.map(toRow))
      await insert(starts, json).catch((error) => {
        if (!lacksPartition(error)) throw error
        // Another node has dropped it, or this one while it was created.
        known.clear()
        return insert(starts, json)
      })
      uncheckedBytes += json.length
      while (uncheckedBytes > bytesAtMost * uncheckedShare && (await deleteExcess()));
    },
    async list(query) {
      if (!(await hasTable())) return { rows: [], next: undefined }
      return listInSteps("postgres", query, async (statement) => (await statement.execute(engine.reader)).rows)
    },
    async deleteOld(before) {
      const [oldest] = await sizesOf(engine)
      if (oldest === undefined || oldest.name >= nameBefore(oldest.name, before)) return false
      await drop(oldest.name)
      return true
    },
    deleteExcess,
    close: async () => {},
  }
}

function lacksPartition(error: unknown): boolean {
  return error instanceof SQL.PostgresError && error.errno === "23514"
}

/** Oldest first. */
async function sizesOf({ reader }: Engine) {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes from pg_inherits as i
    join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('verification_log') order by c.relname`.execute(reader)
  return rows
}

/** A partition of the other length may cover the time, because the setting has changed. Then the hour has room or exists. */
function creatingPartition(start: number, isDay: boolean): RawBuilder<unknown> {
  const hour = partition(start, "hour")
  const overlap = "exception when invalid_object_definition then"
  const orNothing = (text: string) => `begin ${text} ${overlap} null; end;`
  const orHours = Array.from({ length: 24 }, (_, index) => orNothing(partition(start + index * hourMs, "hour")))
  const text = isDay ? `begin ${partition(start, "day")} ${overlap} ${orHours.join(" ")} end;` : orNothing(hour)
  return sql.raw(`do $$ begin ${text} end $$`)
}

function partition(start: number, length: "hour" | "day"): string {
  return `create table if not exists ${nameOf(start, length)}
    partition of verification_log for values from (${start}) to (${start + (length === "day" ? dayMs : hourMs)});`
}

/** Names sort like times. */
function nameOf(start: number, length: "hour" | "day"): string {
  const digits = new Date(start).toISOString().replaceAll(/[-T]/g, "")
  return `verification_log_${digits.slice(0, length === "day" ? 8 : 10)}`
}

/** The name of the first partition of the same length that must stay. */
function nameBefore(name: string, before: number): string {
  return nameOf(before, name.length === nameOf(before, "day").length ? "day" : "hour")
}
