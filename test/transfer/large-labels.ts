import type { TestServer } from "../harness/harness.ts"
import { queryDatabase } from "../storage/database.ts"

/** More text than one request by label reads. */
const rows = 1_025
const charactersPerRow = 65_536

/** Repeats the labels that a namespace or an API has in this hour, as if they were many and long. */
export async function addLongLabels(server: Pick<TestServer, "storage">, scopeId: string): Promise<void> {
  const isPostgres = server.storage.startsWith("postgres")
  const long = isPostgres ? `repeat('0', ${charactersPerRow})` : `hex(zeroblob(${charactersPerRow / 2}))`
  const numbers = isPostgres
    ? `generate_series(1, ${rows}) as c(r)`
    : `(with recursive c(r) as (select 1 union all select r + 1 from c where r < ${rows}) select r from c) as c`
  await queryDatabase(
    server,
    `insert into usage_label_hours
      (scope_number, period, key_number, identity_number, label_hash, outcome, label, count)
      select scope_number, period, key_number, identity_number, 'long ' || c.r, outcome, '["' || ${long} || '"]', 1
      from usage_label_hours, ${numbers}
      where scope_number = (select number from usage_names where id = '${scopeId}')`,
  )
}
