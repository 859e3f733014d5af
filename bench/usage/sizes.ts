import { sql } from "kysely"
import { dayMs, hourMs } from "../../src/core/durations.ts"
import { monthStartOf } from "../../src/core/usage-period.ts"
import { openPostgresLog } from "../../src/storage/log/postgres-log.ts"
import { openSqliteLog } from "../../src/storage/log/sqlite-log.ts"
import { noUsage } from "../../src/storage/port/usage.ts"
import type { LoggedVerification } from "../../src/storage/port/verification-log.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import { usageStore } from "../../src/storage/sql/usage/usage-store.ts"
import type { Row } from "../report.ts"

const keyCount = 2_000
const logRows = 50_000
const tables = ["usage_names", "usage_owners", "usage_hours", "usage_days", "usage_months", "usage_sizes"] as const

export interface SizedPlace {
  readonly name: string
  readonly engine: Engine
  /** The file of the log; PostgreSQL needs none. */
  readonly logPath: string
}

/** How much disk the counts of a key and a row of the log take, as the program writes them in an empty database. */
export async function measureSizes({ name, engine, logPath }: SizedPlace): Promise<readonly Row[]> {
  await migrate(engine)
  await recordEveryHour(engine)
  const rows = await Promise.all(tables.map(async (table) => ({ table, ...(await sizeOf(engine, table)) })))
  const perRow = rows.map(({ table, count, bytes }) => ({
    name: `size on ${name}: ${table}`,
    value: bytes / count,
    unit: "bytes a row",
    note: `${(count / keyCount).toFixed(1)} rows for a key that is used in every hour of a day`,
  }))
  return [
    ...perRow,
    { name: `size on ${name}: verification log`, value: await logRowBytes(engine, logPath), unit: "bytes a row" },
  ]
}

/** A day in which each key is verified about a hundred times an hour, in a few minutes of it. */
async function recordEveryHour(engine: Engine): Promise<void> {
  const usage = usageStore(engine)
  const day = monthStartOf(Date.now()) - 10 * dayMs
  for (let hour = day; hour < day + dayMs; hour += hourMs) {
    for (const minute of [3, 17, 28, 44, 51]) {
      const verifications = Array.from({ length: keyCount }, (_, key) => ({
        workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
        apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
        identityId: `id_${String(key >> 1).padStart(22, "0")}`,
        keyId: `key_${String(key).padStart(22, "0")}`,
        hour,
        minute,
        code: "VALID",
        tags: "[]",
        count: 10 + (key % 20),
        credits: 0,
      }))
      await usage.add({ ...noUsage, verifications })
    }
  }
  while (await usage.rollUp(day + 2 * dayMs));
  if (engine.name === "postgres") await engine.changeSchema((db) => sql.raw("analyze").execute(db))
}

async function sizeOf(engine: Engine, table: string): Promise<{ readonly count: number; readonly bytes: number }> {
  const size =
    engine.name === "postgres"
      ? `pg_total_relation_size('${table}')`
      : `(select sum(pgsize) from dbstat where name in (select name from sqlite_schema where tbl_name = '${table}'))`
  const statement = sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, ${sql.raw(size)} as bytes from ${sql.table(table)}`
  const { rows } = await statement.execute(engine.reader)
  return { count: Number(rows[0]?.count), bytes: Number(rows[0]?.bytes) }
}

async function logRowBytes(engine: Engine, path: string): Promise<number> {
  const limits = { bytes: Number.MAX_SAFE_INTEGER, days: 7 }
  const log = engine.name === "postgres" ? openPostgresLog(engine, limits) : openSqliteLog(path, limits.bytes)
  const start = Date.now() - hourMs
  for (let first = 0; first < logRows; first += 1_000) {
    await log.append(Array.from({ length: 1_000 }, (_, index) => logRow(first + index, start)))
  }
  await log.close()
  if (engine.name === "sqlite") return Bun.file(path).size / logRows
  const { rows } = await sql<{ bytes: string }>`select sum(pg_total_relation_size(inhrelid)) as bytes
    from pg_inherits where inhparent = to_regclass('verification_log')`.execute(engine.reader)
  return Number(rows[0]?.bytes) / logRows
}

/** With a key, a customer, an address and one tag. Request ids are random, as the program makes them. */
function logRow(number: number, start: number): LoggedVerification {
  return {
    workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
    time: start + number * 20,
    requestId: `req_${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`,
    code: number % 10 === 0 ? "RATE_LIMITED" : "VALID",
    apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
    keyId: `key_${String(number % 500).padStart(22, "0")}`,
    identityId: `id_${String(number % 200).padStart(22, "0")}`,
    tags: ["path=/v1/documents"],
    ip: `192.0.2.${number % 250}`,
    cost: null,
    credits: null,
    exceeded: number % 10 === 0 ? ["requests"] : [],
    missing: null,
    weight: 1,
  }
}
