import { SQL } from "bun"
import { explainAccess } from "./explain-access.ts"
import { databaseFileIn, describeLocation, type Location } from "./location.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

/** The configured database cannot be used. The message is shown to the user. */
class UnusableDatabase extends Error {
  override readonly name = "UnusableDatabase"
}

export class MissingDatabase extends Error {
  override readonly name = "MissingDatabase"

  constructor(location: Location) {
    super(`There is no database in ${describeLocation(location)}.`)
  }
}

/** Names of the settings that choose the database. */
interface Settings {
  readonly folder: string
  readonly url: string
}

const usualSettings: Settings = { folder: "--data or KEYWARD_DATA_DIR", url: "KEYWARD_DATABASE_URL" }

/** Explains what is wrong with the database and what to do. Returns any other error unchanged. */
export function explainFailure(location: Location, error: unknown, settings = usualSettings): unknown {
  const cause = error instanceof StorageUnavailable ? error.cause : error
  const explanation =
    location.type === "postgres"
      ? aboutPostgres(location.url, cause, settings.url)
      : aboutFolder(location.path, cause, settings.folder)
  return explanation === undefined ? error : new UnusableDatabase(explanation, { cause: error })
}

const folderReasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "it lies on a read-only file system",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "it is a file",
  EISDIR: "there is a folder where the database file should be",
  ENOENT: "it cannot be created there",
  SQLITE_CANTOPEN: "the database file cannot be opened",
  SQLITE_READONLY: "the database file cannot be written",
  SQLITE_PERM: "permission denied",
  SQLITE_FULL: "the disk is full",
  SQLITE_IOERR: "the disk is full or fails",
}

function aboutFolder(dataDir: string, cause: unknown, setting: string): string | undefined {
  if (cause instanceof MissingDatabase) return `${cause.message} Name its folder with ${setting}.`
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return undefined
  const { code } = cause
  const reason = Object.entries(folderReasons).find(([known]) => code === known || isKindOf(code, known))?.[1]
  if (reason !== undefined) {
    const fix = explainAccess(dataDir) ?? "Fix this"
    return `The data folder ${dataDir} cannot be used: ${reason}. ${fix}, or choose another folder with ${setting}.`
  }
  if (!code.startsWith("SQLITE_")) return undefined
  const file = databaseFileIn(dataDir)
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `The database ${file} is locked by another program. Stop it, or choose another folder with ${setting}.`
  }
  return `The database ${file} cannot be read: ${cause.message}. Restore it from a backup, or choose another folder with ${setting}.`
}

/** SQLite has extended codes: SQLITE_READONLY_DIRECTORY is a kind of SQLITE_READONLY. */
function isKindOf(code: string, general: string): boolean {
  return general.startsWith("SQLITE_") && code.startsWith(`${general}_`)
}

/** The message shows the address without user and password. */
function aboutPostgres(databaseUrl: string, cause: unknown, setting: string): string | undefined {
  if (!(cause instanceof SQL.SQLError)) return undefined
  const { hostname, port } = new URL(databaseUrl)
  const server = `PostgreSQL at ${hostname}:${port || "5432"}`
  const state = cause instanceof SQL.PostgresError ? cause.errno : undefined
  const remedy = `Correct ${setting}, or fix the server.`
  if (state !== undefined) return `${server} reported an error: ${cause.message.replace(/\.?$/, ".")} ${remedy}`
  return `${server} cannot be reached: ${cause.message.replace(/\.?$/, ".")} Start it, or correct ${setting}.`
}
