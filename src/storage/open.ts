import { mkdirSync } from "node:fs"
import { explainFailure, MissingDatabase } from "./explain-failure.ts"
import { lockFolder } from "./folder-lock.ts"
import { type LentLeases, lentLeasesIn, noLentLeases } from "./lent-leases.ts"
import { databaseFileIn, hasDatabase, type Location } from "./location.ts"
import type { OnDamage } from "./port/damage.ts"
import { openPostgres } from "./postgres/engine.ts"
import type { Engine, SourceDatabase } from "./sql/engine.ts"
import { NewerSchema, schemaState } from "./sql/migrations/migrate.ts"
import { requireFinishedCopy } from "./sql/migrations/unfinished-copy.ts"
import { openSqlite, openSqliteCopy } from "./sqlite/engine.ts"

interface OpenOptions {
  /** Creates a missing folder of the embedded database. Without it, a missing database is an error. */
  readonly creates?: boolean
  /** Keeps other processes from serving or changing the embedded database. */
  readonly locks?: boolean
  /** Uses more memory and disk space to store many objects faster. Only for a program that has the embedded database for itself. */
  readonly isBulk?: boolean
  /** Called whenever the database reports damage, on any connection. */
  readonly onDamage?: OnDamage
}

export interface OpenDatabase {
  readonly engine: Engine
  /** Leases that verifiers may still hold. */
  readonly leases: LentLeases
  /** Also releases the lock. A changed folder is left only when the leases from before are over. */
  close(): Promise<void>
}

/** Opens the database of an installation for reading and writing. The caller must close it. */
export function openDatabase(
  location: Location,
  { creates = false, locks = false, isBulk = false, onDamage }: OpenOptions = {},
): OpenDatabase {
  if (location.type === "backup") {
    throw new Error(`${location.path} is a file. Name a folder, or a postgres:// address.`)
  }
  if (location.type === "postgres") {
    return closing(openPostgres(location.url, { ...connectionsOf(location), onDamage }), noLentLeases)
  }
  if (creates) mkdirSync(location.path, { recursive: true, mode: 0o700 })
  else requireDatabase(location)
  const lock = locks ? lockFolder(location.path) : undefined
  try {
    const leases = lock === undefined ? noLentLeases : lentLeasesIn(location.path)
    const engine = openSqlite(databaseFileIn(location.path), { isBulk, onDamage })
    return closing(engine, leases, () => lock?.release())
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Opens the database of an installation, or a backup of one, without changing it. The caller must close it. */
export function openForReading(location: Location): SourceDatabase {
  if (location.type === "postgres") return openPostgres(location.url, connectionsOf(location))
  requireDatabase(location)
  return openSqliteCopy(location.type === "folder" ? databaseFileIn(location.path) : location.path)
}

/** Opens the database, runs the work, closes the database, and explains failures. */
export async function withDatabase<T>(
  location: Location,
  options: OpenOptions,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  let opened: OpenDatabase | undefined
  try {
    opened = openDatabase(location, options)
    const result = await work(opened.engine)
    await opened.close()
    return result
  } catch (error) {
    await opened?.close().catch(() => {})
    throw explainFailure(location, error)
  }
}

/** Returns the names of the missing migrations. Rejects a newer schema and an unfinished copy. */
export async function pendingMigrations(database: SourceDatabase): Promise<readonly string[]> {
  const { pending, unknown } = await schemaState(database)
  if (unknown.length > 0) throw new NewerSchema(unknown)
  await requireFinishedCopy(database)
  return pending
}

export async function requireCurrentSchema(database: SourceDatabase): Promise<void> {
  if ((await pendingMigrations(database)).length === 0) return
  throw new Error("The schema of the database is not current. Run `keyward migrate` first.")
}

/** Opening a missing file would create an empty database. */
function requireDatabase(location: Location): void {
  if (!hasDatabase(location)) throw new MissingDatabase(location)
}

function connectionsOf({ connections }: Extract<Location, { readonly type: "postgres" }>) {
  return connections === undefined ? {} : { connections }
}

function closing(engine: Engine, leases: LentLeases, release = () => {}): OpenDatabase {
  const close = async () => {
    await engine.close().finally(release)
    await leases.untilOver()
  }
  return { engine, leases, close }
}
