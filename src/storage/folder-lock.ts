import { Database, SQLiteError } from "bun:sqlite"
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
  const file = new Database(join(folder, "keyward.lock"), { create: true, readwrite: true })
  try {
    file.run("pragma locking_mode = exclusive")
    // A journal would be a file, for which a full disk has no room.
    file.run("pragma journal_mode = memory")
    file.run("begin exclusive")
  } catch (error) {
    file.close()
    throw error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? "")
      ? new FolderInUse(folder)
      : error
  }
  return { release: () => file.close() }
}
