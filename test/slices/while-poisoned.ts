import type { TestServer } from "../harness/harness.ts"
import { queryDatabase } from "../storage/database.ts"

/** Storage fails for keys named `poison` during the work, like a full disk or a lost connection in the middle of long work. */
export async function whilePoisoned<T>(
  server: TestServer,
  change: "insert" | "update",
  work: () => Promise<T>,
): Promise<T> {
  const { poison, cure } = server.storage.startsWith("postgres") ? onPostgres(change) : onSqlite(change)
  for (const statement of poison) await queryDatabase(server, statement)
  const result = await work()
  for (const statement of cure) await queryDatabase(server, statement)
  return result
}

function onSqlite(change: string) {
  const trigger = `create trigger poisoned before ${change} on keys when new.name = 'poison'`
  return { poison: [`${trigger} begin select raise(abort, 'made to fail'); end`], cure: ["drop trigger poisoned"] }
}

function onPostgres(change: string) {
  const failing = "begin raise exception 'made to fail' using errcode = '57P01'; end"
  return {
    poison: [
      `create function fail() returns trigger language plpgsql as $$ ${failing} $$`,
      `create trigger poisoned before ${change} on keys
         for each row when (new.name = 'poison') execute function fail()`,
    ],
    cure: ["drop trigger poisoned on keys", "drop function fail()"],
  }
}
