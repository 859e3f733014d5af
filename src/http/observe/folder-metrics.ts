import type { DiskSpace } from "../../core/disk-space.ts"
import { type Family, gauge, sample } from "./families.ts"

/** Metrics of the folders that must not fill up, and of the backups in one of them. */
export interface FolderMetrics {
  families(): readonly Family[]
  /** The space of a folder when it was last read. Undefined if it was not read yet. */
  spaceOf(folder: "data" | "backups"): DiskSpace | undefined
  /** Reads the folders now, or waits for the reading that has begun. */
  refresh(): Promise<void>
  close(): void
}

interface FolderFacts {
  readonly spaces: readonly (DiskSpace & { readonly folder: string })[]
  /** In Unix seconds. Undefined if no folder of backups is set. */
  readonly newestBackup: number | undefined
}

/** A disk that hangs must not delay a scrape, so the folders are read in the background, and never twice at once. */
const intervalMs = 15_000

export function createFolderMetrics(read: () => Promise<FolderFacts>): FolderMetrics {
  let facts: FolderFacts = { spaces: [], newestBackup: undefined }
  let reading: Promise<void> | undefined
  const readAll = async () => {
    facts = await read()
  }
  const refresh = () => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
  const timer = setInterval(() => void refresh(), intervalMs).unref()
  void refresh()
  return {
    refresh,
    families: () => [...spaceFamilies(facts), ...backupFamilies(facts)],
    spaceOf: (folder) => facts.spaces.find((space) => space.folder === folder),
    close: () => clearInterval(timer),
  }
}

function spaceFamilies({ spaces }: FolderFacts): readonly Family[] {
  const [free, size] = ["keyward_disk_free_bytes", "keyward_disk_size_bytes"]
  return [
    {
      name: free,
      type: "gauge",
      help: "Free bytes of the disk that holds the folder.",
      samples: spaces.map((space) => sample(free, space.free, { folder: space.folder })),
    },
    {
      name: size,
      type: "gauge",
      help: "Size in bytes of the disk that holds the folder.",
      samples: spaces.map((space) => sample(size, space.size, { folder: space.folder })),
    },
  ]
}

function backupFamilies({ newestBackup }: FolderFacts): readonly Family[] {
  if (newestBackup === undefined) return []
  const help = "When the newest backup was written, in Unix seconds. 0 if there is none."
  return [gauge("keyward_backup_time_seconds", help, newestBackup)]
}
