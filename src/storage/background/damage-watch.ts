import { databaseFileIn, type Location, logFileIn } from "../location.ts"
import type { Damage, OnDamage, StoredFile } from "../port/damage.ts"
import { type FileChecks, startFileChecks } from "./file-checks.ts"

/** Remembers until the process ends what is damaged, and logs each damage once. */
export interface DamageWatch {
  /** What an installation on this engine has. */
  readonly files: readonly StoredFile[]
  /** To be called with all damage that a connection reports. */
  on(file: StoredFile): OnDamage
  isDamaged(file: StoredFile): boolean
  /** Starts the daily reading of the files. PostgreSQL has its own. */
  startChecks(): void
  /** When all files were last read to the end, in Unix milliseconds. Undefined if they are not read, or not yet. */
  checkedAt(): number | undefined
  close(): Promise<void>
}

const names: Readonly<Record<StoredFile, string>> = {
  database: "The database",
  verification_log: "The verification log",
}

export function createDamageWatch(location: Location, report: (message: string, cause: unknown) => void): DamageWatch {
  const paths = location.type === "folder" ? pathsIn(location.path) : undefined
  const places = new Map<StoredFile, Set<string>>()
  let checks: FileChecks | undefined
  const note = (file: StoredFile, { place = "", detail }: Damage) => {
    const known = places.get(file) ?? new Set<string>()
    if (known.has(place)) return
    places.set(file, known.add(place))
    const message = `${names[file]} is damaged. docs/production.md#a-damaged-database says what to do.`
    report(message, place === "" ? detail : `${place}: ${detail}`)
  }
  return {
    files: paths === undefined ? ["database"] : ["database", "verification_log"],
    on: (file) => (damage) => note(file, damage),
    isDamaged: (file) => places.has(file),
    startChecks() {
      if (paths === undefined) return
      const onFailure = (error: unknown) =>
        report("The files of the database could not be checked. Keyward tries again in a day.", error)
      checks = startFileChecks({ paths, onDamage: note, onFailure })
    },
    checkedAt: () => checks?.completedAt(),
    close: async () => checks?.close(),
  }
}

function pathsIn(folder: string): Readonly<Record<StoredFile, string>> {
  return { database: databaseFileIn(folder), verification_log: logFileIn(folder) }
}
