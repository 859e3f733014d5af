import { existsSync, realpathSync, statSync } from "node:fs"
import type { Config } from "../config.ts"
import { explainFailure, MissingDatabase } from "../storage/explain-failure.ts"
import { databaseFileIn, hasDatabase, type Location } from "../storage/location.ts"
import { openForReading } from "../storage/open.ts"
import { StorageUnavailable } from "../storage/port/unavailable.ts"
import { requireOwnFoundation } from "../storage/sql/migrations/other-foundation.ts"
import { requireFinishedCopy } from "../storage/sql/migrations/unfinished-copy.ts"
import { eventQueries } from "../storage/sql/queries/events.ts"
import { copySnapshot, findDamageInCopy, type StartProgress } from "../storage/sqlite/backup.ts"
import { damageIn } from "../storage/sqlite/damage-codes.ts"
import { writeFailures, writeFileAtomically } from "../storage/write-file-atomically.ts"
import type { ChainReport } from "./audit.ts"
import { auditAll } from "./audit-all.ts"
import { findDamage } from "./check-files.ts"

export interface Backup {
  readonly bytes: number
  readonly chains: readonly ChainReport[]
}

interface BackupRequest {
  readonly path: string
  readonly isReplacing: boolean
  readonly startProgress: StartProgress
}

/** Copies the embedded database while a server uses it. Deletes the copy if it is damaged. */
export async function backUpDatabase(
  { dataDir }: Pick<Config, "dataDir">,
  { path, isReplacing, startProgress }: BackupRequest,
): Promise<Backup> {
  const location = { type: "folder", path: dataDir } as const
  const database = databaseFileIn(dataDir)
  if (!hasDatabase(location)) throw explainFailure(location, new MissingDatabase(location))
  if (existsSync(path) && realpathSync(path) === realpathSync(database)) {
    throw new Error(`${path} is the database itself. Name another file.`)
  }
  await requireSound(database, startProgress)
  await requireReadable(location)
  let chains: readonly ChainReport[] = []
  const write = async (partial: string) => {
    await copySnapshot(database, partial, startProgress)
    chains = await checkCopy(partial, startProgress)
  }
  try {
    await writeFileAtomically({ path, isReplacing, write })
  } catch (error) {
    throw explainBackupFailure({ path, database }, error)
  }
  return { bytes: statSync(path).size, chains }
}

async function requireReadable(location: Location): Promise<void> {
  const source = openForReading(location)
  try {
    await requireOwnFoundation(source, source.reader)
    await requireFinishedCopy(source)
  } finally {
    await source.close()
  }
}

/** A damaged page would end the copy in its middle, with an error that does not name its place. */
async function requireSound(database: string, startProgress: StartProgress): Promise<void> {
  const note = startProgress(1, "databases checked")
  const damage = await findDamage(database, note)
  note(1)
  if (damage !== undefined) throw damagedSource(database, damage)
}

function damagedSource(database: string, damage: string, cause?: unknown): Error {
  return new Error(
    `The database ${database} is damaged: ${damage}. No backup was written. docs/production.md#a-damaged-database says what to do.`,
    { cause },
  )
}

async function checkCopy(path: string, startProgress: StartProgress): Promise<readonly ChainReport[]> {
  const damage = await findDamageInCopy(path, startProgress)
  if (damage !== undefined) {
    throw new Error(`The database is damaged: ${damage}. No backup was written. Restore an earlier backup.`)
  }
  const copy = openForReading({ type: "backup", path })
  try {
    return await auditAll(eventQueries(copy.reader), startProgress)
  } finally {
    await copy.close()
  }
}

const reasons: typeof writeFailures = { ...writeFailures, SQLITE_FULL: "the disk is full" }

function explainBackupFailure(
  { path, database }: { readonly path: string; readonly database: string },
  error: unknown,
): unknown {
  const damage = damageIn(error)
  if (damage !== undefined) return damagedSource(database, damage, error)
  const cause = error instanceof StorageUnavailable ? error.cause : error
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return error
  const reason = reasons[cause.code] ?? cause.message
  return new Error(`The backup ${path} cannot be written: ${reason}. No file was left behind.`, { cause: error })
}
