import { Database, SQLiteError } from "bun:sqlite"
import { existsSync } from "node:fs"
import { join } from "node:path"

/** Another process serves this folder already; two would answer from each other's stale memory. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Keyward runs on the folder ${folder}. Stop it, choose another folder with --data or KEYWARD_DATA_DIR, or use Postgres for several nodes.`,
    )
    this.name = "FolderInUse"
  }
}

/** Holds the folder for this process. The lock is the operating system's, so even a killed process leaves none. */
export function lockFolder(folder: string): { release(): void } {
  const file = new Database(join(folder, lockFile), { create: true, readwrite: true })
  try {
    file.run("pragma locking_mode = exclusive")
    // A journal would be a file, for which a full disk has no room.
    file.run("pragma journal_mode = memory")
    file.run("begin exclusive")
  } catch (error) {
    file.close()
    throw isLockedError(error) ? new FolderInUse(folder) : error
  }
  return { release: () => file.close() }
}

/** Whether a process holds the folder right now. Only looks. */
export function isFolderLocked(folder: string): boolean {
  const path = join(folder, lockFile)
  if (!existsSync(path)) return false
  const file = new Database(path, { readonly: true })
  try {
    file.query("select name from sqlite_schema").all()
    return false
  } catch (error) {
    if (isLockedError(error)) return true
    throw error
  } finally {
    file.close()
  }
}

const lockFile = "keyward.lock"

function isLockedError(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? "")
}
