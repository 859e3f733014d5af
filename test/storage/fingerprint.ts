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
  const contents = () =>
    tables.map((table) => Bun.hash(JSON.stringify(file.query(contentOf(table)).values()))).join(" ")
  return {
    // It differs after every commit of another connection, and only then.
    take: unlessSame(
      async () => JSON.stringify(file.query("pragma data_version").values()),
      async () => contents(),
    ),
    close: async () => file.close(),
  }
}

async function ofPostgres(url: string): Promise<Fingerprints> {
  const sql = new SQL(url, { max: 1 })
  const names: { name: string }[] = await sql`select tablename as name from pg_tables where schemaname = 'public'`
  const tables = names.map(({ name }) => name).filter(isWatched)
  // Every row that is added or changed gets the number of its transaction, and numbers only grow.
  const versions = tables.map(
    (table) => `select '${table}' as name, count(*) as rows, sum(xmin::text::bigint) as changes from ${table}`,
  )
  const hashes = tables.map(
    (table) => `select '${table}' as name, md5(string_agg(rows::text, '|' order by rows::text)) as hash
      from (${contentOf(table)}) as rows`,
  )
  const inOrder = async (selects: readonly string[]) =>
    JSON.stringify(await sql.unsafe(`${selects.join(" union all ")} order by name`))
  return {
    take: unlessSame(
      () => inOrder(versions),
      () => inOrder(hashes),
    ),
    close: () => sql.close(),
  }
}

/** Reading all contents costs most, and between two looks mostly nothing has changed: then the version is the same. */
function unlessSame(version: () => Promise<string>, contents: () => Promise<string>): () => Promise<string> {
  let last: { readonly version: string; readonly contents: string } | undefined
  return async () => {
    // Before the contents, so that a change in between is found by the next look.
    const current = await version()
    if (last?.version !== current) last = { version: current, contents: await contents() }
    return last.contents
  }
}

export function isWatched(table: string): boolean {
  return !usage.test(table) && !ofNodes.includes(table)
}

/** Events are only added, so their number is enough. */
function contentOf(table: string): string {
  return /^event/.test(table) ? `select count(*) from ${table}` : `select * from ${table}`
}
