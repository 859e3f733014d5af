import { existsSync } from "node:fs"
import type { Damage, StoredFile } from "../port/damage.ts"
import { readWholeFile } from "../sqlite/read-whole-file.ts"

/** Reads the files of the embedded database after the start and every day, to find damage before a request meets it. */
export interface FileChecks {
  /** When all files were last read to the end, in Unix milliseconds. Undefined before the first time. */
  completedAt(): number | undefined
  /** Ends after the slice that is being read. */
  close(): Promise<void>
}

interface CheckOptions {
  readonly paths: Readonly<Record<StoredFile, string>>
  onDamage(file: StoredFile, damage: Damage): void
  /** The next check tries again. */
  onFailure(error: unknown): void
}

/** Lets the first requests after a start pass. */
const firstAfterMs = 1_000
const everyMs = 24 * 60 * 60 * 1000
/** The reading takes a tenth of the time, so that requests get the processor and the disk. */
const pauseFactor = 9

export function startFileChecks({ paths, onDamage, onFailure }: CheckOptions): FileChecks {
  const { promise: closed, resolve: close } = Promise.withResolvers<false>()
  let completedAt: number | undefined
  let underWay: Promise<void> | undefined
  const pause = (tookMs: number) => Promise.race([Bun.sleep(tookMs * pauseFactor).then(() => true), closed])
  const readAll = async () => {
    for (const file of ["database", "verification_log"] as const) {
      const path = paths[file]
      // The log has no file before its first row.
      if (!existsSync(path)) continue
      if (!(await readWholeFile({ path, pause, onDamage: (damage) => onDamage(file, damage) }))) return
    }
    completedAt = Date.now()
  }
  const check = () => {
    underWay ??= readAll()
      .catch(onFailure)
      .finally(() => {
        underWay = undefined
      })
  }
  const timers = [setTimeout(check, firstAfterMs), setInterval(check, everyMs)]
  for (const timer of timers) timer.unref()
  return {
    completedAt: () => completedAt,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      close(false)
      await underWay
    },
  }
}
