import type { Config } from "../config.ts"
import { examineRedis, type RedisServer } from "../counters/redis/examine.ts"
import { explainFailure } from "../storage/explain-failure.ts"
import { isFolderLocked } from "../storage/folder-lock.ts"
import { configuredLocation, hasDatabase } from "../storage/location.ts"
import { openForReading } from "../storage/open.ts"
import { examinePostgres, type PostgresServer } from "../storage/postgres/examine.ts"
import type { SourceDatabase } from "../storage/sql/engine.ts"
import { type SchemaState, schemaState } from "../storage/sql/migrations/migrate.ts"
import { findUnfinishedCopy } from "../storage/sql/migrations/unfinished-copy.ts"
import { eventQueries } from "../storage/sql/queries/events.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { type CheckedFile, checkFiles } from "./check-files.ts"
import { type EncryptionFacts, examineEncryption } from "./examine-encryption.ts"

/** What a read-only check of the configured database finds. */
export type DatabaseFacts =
  | { readonly type: "absent" }
  | {
      readonly type: "unusable"
      readonly reason: string
      readonly files: readonly CheckedFile[]
      /** Absent for the embedded database, and if the server did not respond. */
      readonly server: PostgresServer | undefined
    }
  | {
      readonly type: "usable"
      /** Empty on PostgreSQL. */
      readonly files: readonly CheckedFile[]
      /** Absent for the embedded database. */
      readonly server: PostgresServer | undefined
      readonly schema: SchemaState
      readonly isUnfinishedCopy: boolean
      /** Time of the last event by the clock of its node; undefined if there is no event. */
      readonly lastEventAt: number | undefined
      /** Absent if the schema is not the one of this version. */
      readonly encryption: EncryptionFacts | undefined
      /** A server uses the folder of the embedded database. */
      readonly isLocked: boolean
    }

type ExaminedSettings = Pick<Config, "dataDir" | "databaseUrl" | "encryptionKeys">

interface ExamineOptions {
  now(): number
  readonly startProgress: StartProgress
}

export async function examineDatabase(
  settings: ExaminedSettings,
  { now, startProgress }: ExamineOptions,
): Promise<DatabaseFacts> {
  const { databaseUrl, dataDir } = settings
  const location = configuredLocation({ databaseUrl, dataDir, databaseConnections: 10 })
  if (!hasDatabase(location)) return { type: "absent" }
  let files: readonly CheckedFile[] = []
  let server: PostgresServer | undefined
  try {
    if (databaseUrl === undefined) files = await checkFiles(dataDir, startProgress)
    server = databaseUrl === undefined ? undefined : await examinePostgres(databaseUrl, now)
    const database = openForReading(location)
    try {
      const isLocked = databaseUrl === undefined && isFolderLocked(dataDir)
      return { type: "usable", server, isLocked, files, ...(await examineContent(database, settings)) }
    } finally {
      await database.close()
    }
  } catch (error) {
    const explained = explainFailure(location, error)
    return {
      type: "unusable",
      reason: explained instanceof Error ? explained.message : String(explained),
      files,
      server,
    }
  }
}

async function examineContent(database: SourceDatabase, settings: ExaminedSettings) {
  const schema = await schemaState(database)
  const isUnfinishedCopy = (await findUnfinishedCopy(database, database.reader)) !== undefined
  const isReadable = schema.pending.length === 0 && schema.unknown.length === 0 && !isUnfinishedCopy
  const [last] = isReadable ? await eventQueries(database.reader).list({ ...everything, limit: 1 }) : []
  const encryption = isReadable ? await examineEncryption(database, settings) : undefined
  return { schema, isUnfinishedCopy, lastEventAt: last?.time, encryption }
}

const everything = {
  workspaceId: undefined,
  types: undefined,
  resourceId: undefined,
  actorId: undefined,
  since: undefined,
  until: undefined,
  before: undefined,
}

export type RedisFacts =
  | { readonly type: "unusable"; readonly reason: string }
  | { readonly type: "usable"; readonly server: RedisServer }

export async function examineCounters(redisUrl: string, now: () => number): Promise<RedisFacts> {
  try {
    return { type: "usable", server: await examineRedis(redisUrl, now) }
  } catch (error) {
    return { type: "unusable", reason: error instanceof Error ? error.message : String(error) }
  }
}
