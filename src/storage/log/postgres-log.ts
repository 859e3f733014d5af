import { sql } from "kysely"
import { dayMs, dayOf } from "../../core/usage-period.ts"
import type { VerificationLog } from "../port/verification-log.ts"
import type { Engine } from "../sql/engine.ts"
import { listInSteps } from "./list-in-steps.ts"
import { columnNames, columnTypes, tableText, toRow } from "./log-statements.ts"

/** The log in partitions of one day, which are dropped whole. */
export function openPostgresLog(engine: Engine): VerificationLog {
  const { dialect } = engine
  const knownDays = new Set<number>()
  const lock = dialect.lockNames(["verification_log"])
  const prepare = async (days: readonly number[]) => {
    const missing = days.filter((day) => !knownDays.has(day))
    if (missing.length === 0) return
    await engine.write([
      ...lock,
      sql.raw(`create table if not exists verification_log (${tableText(dialect)}) partition by range (time)`),
      ...missing.map((day) =>
        sql.raw(`create table if not exists ${partitionOf(day)}
          partition of verification_log for values from (${day}) to (${day + dayMs})`),
      ),
    ])
    for (const day of missing) knownDays.add(day)
  }
  const hasTable = async () => {
    const { rows } = await sql<{ name: string | null }>`select to_regclass('verification_log')::text as name`.execute(
      engine.reader,
    )
    return (rows[0]?.name ?? null) !== null
  }
  return {
    async append(rows) {
      await prepare([...new Set(rows.map(({ time }) => dayOf(time)))])
      const names = sql.raw(columnNames.join(", "))
      const given = dialect.jsonRows(JSON.stringify(rows.map(toRow)), columnTypes)
      await engine.write([
        sql`insert into verification_log (${names}) select ${names} from ${given} as r on conflict do nothing`,
      ])
    },
    async list(query) {
      if (!(await hasTable())) return { rows: [], next: undefined }
      return listInSteps("postgres", query, async (statement) => (await statement.execute(engine.reader)).rows)
    },
    async deleteOld(before) {
      const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits as i
        join pg_class as c on c.oid = i.inhrelid
        where i.inhparent = to_regclass('verification_log') and c.relname < ${partitionOf(dayOf(before))}
        order by c.relname limit 1`.execute(engine.reader)
      const [oldest] = rows
      if (oldest === undefined) return false
      await engine.write([...lock, sql.raw(`drop table if exists ${oldest.name}`)])
      knownDays.clear()
      return true
    },
    close: async () => {},
  }
}

/** Names sort like days. */
function partitionOf(day: number): string {
  return `verification_log_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "")}`
}
