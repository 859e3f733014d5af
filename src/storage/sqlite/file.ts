import { constants, Database, SQLiteError } from "bun:sqlite"
import { existsSync, statSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { semver } from "bun"
import { appendTo } from "./append-events.ts"
import type { Access, DatabaseRequest, DatabaseResult, Query, Step, StepResult } from "./protocol.ts"
import { spendFrom } from "./spend.ts"

/** Exceeds the number of distinct statements, which grows with the lengths of lists. */
Database.MAX_QUERY_CACHE_SIZE = 1_000

/** One connection to the file. It executes one request at a time. */
export interface OpenFile {
  readonly path: string
  readonly inode: number
  readonly connection: Database
  /** The state since a step `begin`. A failed transaction needs a rollback, because its next message may be in flight. */
  transaction?: "open" | "failed" | undefined
}

/** How long a connection waits for the lock of another program. */
const lockTimeoutMs = 5_000

export function openFile(path: string, access: Access): OpenFile {
  const connection = connect(path, access)
  return { path, inode: statSync(path).ino, connection }
}

function connect(path: string, access: Access): Database {
  if (access === "inspect") return inspect(path)
  const file = new Database(path, access === "read" ? { readwrite: true } : { create: true, readwrite: true })
  try {
    configure(file, access)
    return file
  } catch (error) {
    // A connection that stays open keeps the last one from removing the files beside the database.
    file.close()
    throw error
  }
}

function configure(file: Database, access: Access): void {
  file.run(`pragma busy_timeout = ${lockTimeoutMs}`)
  file.run("pragma journal_mode = wal")
  file.run("pragma synchronous = full")
  file.run("pragma foreign_keys = on")
  // Erased data, such as key hashes, must not stay in free pages.
  file.run("pragma secure_delete = on")
  file.run("pragma temp_store = memory")
  // Rows of many keys are all over the file, because their hashes are. Pages that change again should still be in memory.
  if (access === "write") file.run("pragma cache_size = -16384")
  if (access === "write in bulk") file.run("pragma cache_size = -65536")
  // Another thread moves pages from the log to the file (checkpoints.ts), while the log grows. At this length, a
  // commit moves the remaining pages, and the next commit starts again at the beginning of the log.
  file.run("pragma wal_autocheckpoint = 16384")
  if (access === "read") file.run("pragma query_only = on")
}

/** Opens an unused file as immutable, because SQLite would otherwise create files next to it. */
function inspect(path: string): Database {
  if (existsSync(`${path}-wal`)) return new Database(path, { readonly: true })
  const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants
  return new Database(`${pathToFileURL(path).href}?immutable=1`, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
}

/** The file is no longer at its path, so later writes would be lost. */
class FileMoved extends Error {
  override readonly name = "FileMoved"
  readonly code = "SQLITE_READONLY_DBMOVED"

  constructor(path: string) {
    super(`the database file ${path} was moved, replaced or deleted while it was in use; restart the service`)
  }
}

export function execute(file: OpenFile, { steps }: DatabaseRequest): DatabaseResult {
  try {
    return { type: "results", results: steps.map((step) => executeStep(file, step)) }
  } catch (error) {
    if (steps.at(-1)?.type === "commit") rollBack(file)
    else if (file.transaction === "open") file.transaction = "failed"
    return failureOf(error)
  }
}

export function failureOf(error: unknown): DatabaseResult {
  const hasCode = error instanceof SQLiteError || error instanceof FileMoved
  const code = hasCode ? error.code : undefined
  return { type: "failure", message: error instanceof Error ? error.message : String(error), code }
}

/** If this fails too, the next transaction cannot begin. */
function rollBack(file: OpenFile): void {
  try {
    executeStep(file, { type: "rollback" })
  } catch {}
}

/** They must not be stored on their own. */
const partsOfTransactions: ReadonlySet<Step["type"]> = new Set(["write", "spend", "append", "mark"])

function executeStep(file: OpenFile, step: Step): StepResult {
  const { connection } = file
  if (file.transaction === "failed" && step.type !== "rollback") throw new Error("The transaction has failed.")
  if (partsOfTransactions.has(step.type) && !connection.inTransaction) throw new Error("There is no transaction.")
  switch (step.type) {
    case "query":
      return queryRows(connection, step)
    case "write": {
      const statement = connection.query<unknown, never[]>(step.sql)
      for (const row of step.rows) statement.run(...(row as never[]))
      return null
    }
    case "spend":
      return spendFrom(connection, step.spends)
    case "append":
      appendTo(connection, step.events)
      return null
    case "begin":
      requireInPlace(file)
      connection.run("begin immediate")
      file.transaction = "open"
      return null
    case "commit":
      connection.run("commit")
      file.transaction = undefined
      return null
    case "rollback":
      file.transaction = undefined
      if (!connection.inTransaction) return null
      break
    case "close":
      // Fails if a statement still holds the file open.
      connection.close(true)
      return null
  }
  for (const text of commands[step.type]) connection.run(text)
  return null
}

const commands = {
  rollback: ["rollback"],
  mark: ["savepoint change"],
  keep: ["release change"],
  undo: ["rollback to change", "release change"],
  checkpoint: ["pragma wal_checkpoint(passive)"],
} as const

function queryRows(connection: Database, { sql, parameters }: Pick<Query, "sql" | "parameters">): unknown[] {
  return connection.query<unknown, never[]>(sql).all(...(parameters as never[]))
}

export function requireInPlace({ path, inode }: OpenFile): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) throw new FileMoved(path)
}

/** The pages in the write-ahead log that are not yet in the file, if SQLite can count them. */
export function waitingPages({ connection }: OpenFile): number {
  if (!canCountPages) return 0
  const progress = connection.query<{ log: number; checkpointed: number }, []>("pragma wal_checkpoint(noop)").get()
  return progress === null ? 0 : progress.log - progress.checkpointed
}

/** Versions before 3.51 would run a checkpoint instead. On some systems, Bun uses the SQLite of the system. */
const canCountPages = semver.satisfies(sqliteVersion(), ">=3.51.0")

function sqliteVersion(): string {
  using memory = new Database(":memory:")
  return memory.query<{ version: string }, []>("select sqlite_version() as version").get()?.version ?? ""
}
