import { existsSync, realpathSync, statSync } from "node:fs"
import type { Config } from "../config.ts"
import { requireFinishedCopy } from "../storage/copy/unfinished.ts"
import { explainFailure, MissingDatabase } from "../storage/explain-failure.ts"
import { databaseFileIn, hasDatabase } from "../storage/location.ts"
import { openForReading } from "../storage/open.ts"
import { StorageUnavailable } from "../storage/port/unavailable.ts"
import { eventQueries } from "../storage/sql/events.ts"
import { copySnapshot, findDamage, type StartProgress } from "../storage/sqlite/backup.ts"
import { writeFailures, writeFileAtomically } from "../storage/write-file-atomically.ts"
import type { ChainReport } from "./audit.ts"
import { auditAll } from "./audit-all.ts"

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
  let chains: readonly ChainReport[] = []
  const write = async (partial: string) => {
    await copySnapshot(database, partial, startProgress)
    chains = await checkCopy(partial, startProgress)
  }
  try {
    await writeFileAtomically({ path, isReplacing, write })
  } catch (error) {
    throw explainBackupFailure(path, error)
  }
  return { bytes: statSync(path).size, chains }
}

async function checkCopy(path: string, startProgress: StartProgress): Promise<readonly ChainReport[]> {
  const damage = await findDamage(path, startProgress)
  if (damage !== undefined) {
    throw new Error(`The database is damaged: ${damage}. No backup was written. Restore an earlier backup.`)
  }
  const copy = openForReading({ type: "backup", path })
  try {
    await requireFinishedCopy(copy)
    return await auditAll(eventQueries(copy.reader), startProgress)
  } finally {
    await copy.close()
  }
}

const reasons: typeof writeFailures = { ...writeFailures, SQLITE_FULL: "the disk is full" }

function explainBackupFailure(path: string, error: unknown): unknown {
  const cause = error instanceof StorageUnavailable ? error.cause : error
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return error
  const reason = reasons[cause.code] ?? cause.message
  return new Error(`The backup ${path} cannot be written: ${reason}. No file was left behind.`, { cause: error })
}
