import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { explainDatabaseTrouble } from "../storage/explain-failure.ts"
import { lockFolder } from "../storage/folder-lock.ts"
import { openPostgres } from "../storage/postgres/engine.ts"
import { countSessions } from "../storage/postgres/sessions.ts"
import type { Engine, SourceDatabase } from "../storage/sql/engine.ts"
import { openSqlite, openSqliteCopy } from "../storage/sqlite/engine.ts"

/** Where an installation is: a PostgreSQL database, the folder of the embedded one, or a backup of it. */
export type Place =
  | { readonly type: "postgres"; readonly url: string }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "backup"; readonly path: string }

/** Reads the text as it was given on the command line. */
export function placeOf(text: string): Place {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { type: "postgres", url: text }
  const path = resolve(text)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? { type: "backup", path } : { type: "folder", path }
}

/** Without user and password. */
export function nameOf(place: Place): string {
  if (place.type !== "postgres") return place.path
  const { hostname, port, pathname } = new URL(place.url)
  return `postgres://${hostname}:${port || "5432"}${pathname}`
}

export function isSame(one: Place, other: Place): boolean {
  if (one.type === "postgres" || other.type === "postgres") return nameOf(one) === nameOf(other)
  return existsSync(other.path) && realpathSync(one.path) === realpathSync(other.path)
}

interface Opened<Database> {
  readonly database: Database
  close(): Promise<void>
}

/** Nobody may serve it meanwhile, since what they change would stay behind; a backup is served by nobody. */
export async function openSource(place: Place): Promise<Opened<SourceDatabase>> {
  if (place.type === "backup") return closing(openSqliteCopy(place.path))
  if (place.type === "postgres") {
    await requireUnserved(place)
    return closing(openPostgres(place.url))
  }
  if (!existsSync(join(place.path, databaseFile))) throw new Error(`There is no database in ${place.path}.`)
  return openFolder(place.path)
}

export async function openTarget(place: Place): Promise<Opened<Engine>> {
  if (place.type === "backup") throw new Error(`${place.path} is a file. Name a folder, or a postgres:// address.`)
  if (place.type === "postgres") {
    await requireUnserved(place)
    return closing(openPostgres(place.url))
  }
  mkdirSync(place.path, { recursive: true, mode: 0o700 })
  return openFolder(place.path)
}

/** Says what is wrong with a place in the words of the command line. */
export function explainTrouble(flag: "--from" | "--to", place: Place, error: unknown): unknown {
  const config = {
    dataDir: place.type === "postgres" ? "" : place.path,
    databaseUrl: place.type === "postgres" ? place.url : undefined,
  }
  return explainDatabaseTrouble(config, error, { folder: flag, url: flag })
}

const databaseFile = "keyward.db"

async function openFolder(path: string): Promise<Opened<Engine>> {
  const lock = lockFolder(path)
  try {
    const engine = openSqlite(join(path, databaseFile))
    return { database: engine, close: () => engine.close().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

function closing<Database extends SourceDatabase>(database: Database): Opened<Database> {
  return { database, close: () => database.close() }
}

async function requireUnserved(place: Extract<Place, { readonly type: "postgres" }>): Promise<void> {
  const sessions = await countSessions(place.url)
  if (sessions === 0) return
  throw new Error(
    `${nameOf(place)} is in use: Keyward has ${sessions} connections to it. Stop every node first, so that nothing changes meanwhile.`,
  )
}
