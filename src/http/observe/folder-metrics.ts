import { readdir, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { family, gauge, sample } from "./prometheus.ts"

/** Metrics of the folders that must not fill up, and of the backups in one of them. */
export interface FolderMetrics {
  text(): string
  /** Reads the folders now. */
  refresh(): Promise<void>
  close(): void
}

interface Folders {
  /** Undefined if the database is not in a folder. */
  readonly data: string | undefined
  readonly backups: string | undefined
}

interface Space {
  readonly folder: string
  readonly free: number
  readonly size: number
}

/** A disk that hangs must not delay a scrape, so the folders are read in the background. */
const intervalMs = 60_000

export function createFolderMetrics({ data, backups }: Folders): FolderMetrics {
  const folders = Object.entries({ data, backups }).flatMap(([name, path]) =>
    path === undefined ? [] : [{ name, path }],
  )
  let spaces: readonly Space[] = []
  let newestBackup: number | undefined
  const refresh = async () => {
    spaces = (await Promise.all(folders.map(({ name, path }) => spaceOf(name, path)))).flat()
    if (backups !== undefined) newestBackup = await newestBackupIn(backups)
  }
  const timer = folders.length === 0 ? undefined : setInterval(() => void refresh(), intervalMs).unref()
  if (timer !== undefined) void refresh()
  return {
    refresh,
    text: () => spaceText(spaces) + (newestBackup === undefined ? "" : backupText(newestBackup)),
    close: () => clearInterval(timer),
  }
}

function spaceText(spaces: readonly Space[]): string {
  if (spaces.length === 0) return ""
  const [free, size] = ["keyward_disk_free_bytes", "keyward_disk_size_bytes"]
  return [
    family(
      { name: free, type: "gauge", help: "Free bytes of the disk that holds the folder." },
      spaces.map((space) => sample(free, space.free, { folder: space.folder })),
    ),
    family(
      { name: size, type: "gauge", help: "Size in bytes of the disk that holds the folder." },
      spaces.map((space) => sample(size, space.size, { folder: space.folder })),
    ),
  ].join("")
}

function backupText(time: number): string {
  return gauge(
    "keyward_backup_time_seconds",
    "When the newest backup was written, in Unix seconds. 0 if there is none.",
    time,
  )
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
    const names = (await readdir(folder)).filter((name) =>
      /^(?!\.|(keyward|verifications)\.db$).*\.(db|dump)$/.test(name),
    )
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs / 1000))
    return Math.max(0, ...times)
  } catch {
    return 0
  }
}
