import { Database, SQLiteError } from "bun:sqlite"
import type { Spend, SpendRequest } from "../store.ts"
import type { Question, Reply } from "./protocol.ts"

/** Far more statements than Keyward has; the lengths of lists in them multiply their number. */
Database.MAX_QUERY_CACHE_SIZE = 1_000

/** One connection to the file, which answers one question at a time. */
export function openFile(path: string, access: "write" | "read"): Database {
  const file = new Database(path, access === "write" ? { create: true, readwrite: true } : { readwrite: true })
  file.run("pragma busy_timeout = 5000")
  file.run("pragma journal_mode = wal")
  file.run("pragma synchronous = full")
  file.run("pragma foreign_keys = on")
  // What is erased, a key's hash for example, must not live on in free pages.
  file.run("pragma secure_delete = on")
  file.run("pragma temp_store = memory")
  file.run("pragma mmap_size = 268435456")
  if (access === "read") file.run("pragma query_only = on")
  return file
}

export function answer(file: Database, question: Question): Reply {
  try {
    return execute(file, question)
  } catch (error) {
    const code = error instanceof SQLiteError ? error.code : undefined
    return { type: "failure", message: error instanceof Error ? error.message : String(error), code }
  }
}

function execute(file: Database, question: Question): Reply {
  switch (question.type) {
    case "run":
      file.run(question.sql)
      return { type: "done" }
    case "rollback":
      if (file.inTransaction) file.run("rollback")
      return { type: "done" }
    case "query": {
      const statement = file.query<unknown, never[]>(question.sql)
      const parameters = question.parameters as never[]
      if (question.givesRows) return { type: "rows", rows: statement.all(...parameters) }
      return { type: "changes", count: statement.run(...parameters).changes }
    }
    case "spend":
      return { type: "spends", spends: spendGroup(file, question.spends) }
    case "close":
      file.close()
      return { type: "done" }
  }
}

/** All of the group with one durable write, each by a guarded statement, in the order they came. */
function spendGroup(file: Database, spends: readonly SpendRequest[]): readonly Spend[] {
  file.run("begin immediate")
  try {
    const results = spends.map((spend) => spendOne(file, spend))
    file.run("commit")
    return results
  } catch (error) {
    if (file.inTransaction) file.run("rollback")
    throw error
  }
}

const spendStatement = `update key_credits set remaining = remaining - ?1
  where key_id = ?2 and remaining >= ?1 and (refill_at is null or refill_at > ?3) returning remaining`
const lookStatement = "select remaining, refill_at from key_credits where key_id = ?1"

function spendOne(file: Database, { keyId, cost, now }: SpendRequest): Spend {
  const taken = file.query<{ remaining: number }, [number, string, number]>(spendStatement).get(cost, keyId, now)
  if (taken !== null) return { type: "spent", remaining: taken.remaining }
  const row = file.query<{ remaining: number; refill_at: number | null }, [string]>(lookStatement).get(keyId)
  if (row === null) return { type: "unlimited" }
  if (row.refill_at !== null && row.refill_at <= now) return { type: "refill_due" }
  return { type: "short", remaining: row.remaining }
}
