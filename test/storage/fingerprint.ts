import { Database } from "bun:sqlite"
import { join } from "node:path"
import { SQL } from "bun"
import type { TestServer } from "../harness/harness.ts"

/** Detects any change in the database without the help of the service. */
export interface Fingerprints {
  take(): Promise<string>
  close(): Promise<void>
}

/** Recorded for every request, even refused ones, and stored late. */
const usage = /^(key_usage|root_key_usage|verification_counts|verifications|verification_log.*|usage_.*)$/
/** Written by nodes about themselves. */
const ofNodes = ["nodes", "commit_marks"]

export async function openFingerprints({ storage }: TestServer): Promise<Fingerprints> {
  return storage.startsWith("postgres") ? ofPostgres(storage) : ofSqlite(join(storage, "keyward.db"))
}

function ofSqlite(path: string): Fingerprints {
  const file = new Database(path, { readwrite: true })
  file.run("pragma busy_timeout = 5000")
  const names = file.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all()
  const tables = names.map(({ name }) => name).filter((name) => isWatched(name) && !name.startsWith("sqlite_"))
  return {
    take: async () => tables.map((table) => Bun.hash(JSON.stringify(file.query(contentOf(table)).values()))).join(" "),
    close: async () => file.close(),
  }
}

async function ofPostgres(url: string): Promise<Fingerprints> {
  const sql = new SQL(url, { max: 1 })
  const names: { name: string }[] = await sql`select tablename as name from pg_tables where schemaname = 'public'`
  const tables = names.map(({ name }) => name).filter(isWatched)
  const hashes = tables.map(
    (table) => `select '${table}' as name, md5(string_agg(rows::text, '|' order by rows::text)) as hash
      from (${contentOf(table)}) as rows`,
  )
  return {
    take: async () => JSON.stringify(await sql.unsafe(`${hashes.join(" union all ")} order by name`)),
    close: () => sql.close(),
  }
}

export function isWatched(table: string): boolean {
  return !usage.test(table) && !ofNodes.includes(table)
}

/** Events are only added, so their number is enough. */
function contentOf(table: string): string {
  return /^event/.test(table) ? `select count(*) from ${table}` : `select * from ${table}`
}
