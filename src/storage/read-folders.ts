import { readdir, stat, statfs } from "node:fs/promises"
import { join } from "node:path"

interface Folders {
  /** Undefined if the database is not in a folder. */
  readonly data: string | undefined
  readonly backups: string | undefined
}

interface Space {
  /** The name of the folder: `data` or `backups`. */
  readonly folder: string
  readonly free: number
  readonly size: number
}

/** The space of the folders that exist, and when the newest backup was written: in Unix seconds, or 0 if there is none. */
export async function readFolders({ data, backups }: Folders) {
  const folders = Object.entries({ data, backups }).flatMap(([name, path]) =>
    path === undefined ? [] : [{ name, path }],
  )
  const spaces = await Promise.all(folders.map(({ name, path }) => spaceOf(name, path)))
  return { spaces: spaces.flat(), newestBackup: backups === undefined ? undefined : await newestBackupIn(backups) }
}

async function spaceOf(folder: string, path: string): Promise<Space[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return [{ folder, free: bavail * bsize, size: blocks * bsize }]
  } catch {
    // The folder is missing or not readable, so there is nothing to report.
    return []
  }
}

/** Backups have their final name only when they are complete. The databases themselves may be in the same folder. */
async function newestBackupIn(folder: string): Promise<number> {
  try {
    const names = await readdir(folder)
    const backups = names.filter((name) => /^(?!\.|(keyward|verifications)\.db$).*\.(db|dump)$/.test(name))
    const times = await Promise.all(backups.map((name) => writtenAt(join(folder, name))))
    return Math.max(0, ...times)
  } catch {
    return 0
  }
}

async function writtenAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs / 1000
  } catch {
    // Old backups are deleted while this reads the folder.
    return 0
  }
}
