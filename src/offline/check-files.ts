import { existsSync } from "node:fs"
import { databaseFileIn, logFileIn } from "../storage/location.ts"
import type { Damage, StoredFile } from "../storage/port/damage.ts"
import type { Note, StartProgress } from "../storage/sqlite/backup.ts"
import { withInspection } from "../storage/sqlite/inspection.ts"
import { quickCheck } from "../storage/sqlite/quick-check.ts"

export interface CheckedFile {
  readonly file: StoredFile
  readonly path: string
  /** Undefined if SQLite found none. */
  readonly damage: string | undefined
}

/** Checks the files of the embedded database that exist. */
export async function checkFiles(folder: string, startProgress: StartProgress): Promise<readonly CheckedFile[]> {
  const files = [
    { file: "database", path: databaseFileIn(folder) },
    { file: "verification_log", path: logFileIn(folder) },
  ] as const
  const note = startProgress(files.length, "files checked")
  const checked = []
  for (const { file, path } of files) {
    if (existsSync(path)) checked.push({ file, path, damage: await findDamage(path, note) })
    note(1)
  }
  return checked
}

/** Describes the damage that SQLite finds in the pages of a file. */
export async function findDamage(path: string, note: Note): Promise<string | undefined> {
  const damages = await withInspection(
    () => note(0),
    () => quickCheck(path),
  )
  return damages.length === 0 ? undefined : describeDamages(damages)
}

/** Up to three places, as in `index keys_by_hash (Tree 4 page 431: …)`. */
function describeDamages(damages: readonly Damage[]): string {
  const shown = damages.slice(0, 3).map(({ place, detail }) => (place === undefined ? detail : `${place} (${detail})`))
  return damages.length > 3 ? `${shown.join(", ")} and ${damages.length - 3} more` : shown.join(", ")
}
