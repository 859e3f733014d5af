import { Database, SQLiteError } from "bun:sqlite"
import { existsSync } from "node:fs"
import { join } from "node:path"

/** Two servers on one folder would read stale data from their caches. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Keyward is running on the folder ${folder}. Stop it, choose another folder with --data or KEYWARD_DATA_DIR, or use PostgreSQL for several nodes.`,
    )
    this.name = "FolderInUse"
  }
}

/** Locks the folder for this process. The operating system releases the lock when a process is killed. */
export function lockFolder(folder: string): { release(): void } {
  const file = new Database(join(folder, lockFile), { create: true, readwrite: true })
  try {
    file.run("pragma locking_mode = exclusive")
    // A journal file could not be created on a full disk.
    file.run("pragma journal_mode = memory")
    file.run("begin exclusive")
  } catch (error) {
    file.close()
    throw isLockedError(error) ? new FolderInUse(folder) : error
  }
  return { release: () => file.close() }
}

/** Checks whether another process has locked the folder, without locking it. */
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
