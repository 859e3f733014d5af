import { afterAll, beforeAll } from "bun:test"
import { join } from "node:path"
import { mintId } from "../../src/storage/conformance/new-objects.ts"
import type { Store } from "../../src/storage/port/store.ts"
import { openPostgres } from "../../src/storage/postgres/engine.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import { sqlStore } from "../../src/storage/sql/store.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import type { EngineName } from "../harness/harness.ts"
import { dataFolder } from "../services/data-folder.ts"
import { createDatabase, createMigratedDatabase, type Database } from "../services/postgres.ts"
import { type TemporaryFolder, temporaryFolder } from "../services/temporary-folder.ts"

export interface TestDatabase extends AsyncDisposable {
  readonly engine: Engine
  readonly store: Store
  /** The path of the file, or the address of the PostgreSQL database. */
  readonly location: string
}

export function storeOn(engine: Engine): Store {
  return sqlStore(engine, () => mintId("evt"))
}

/**
 * A database for all tests of a `describe` block, migrated unless `prepare` does something else.
 * Engine and store can be destructured at once, and used once the tests run.
 */
export function provideDatabase(name: EngineName, prepare?: (engine: Engine) => Promise<unknown>): TestDatabase {
  const database = { engine: {}, store: {} } as TestDatabase
  beforeAll(async () => {
    const { engine, store, ...rest } = await (prepare ? openEmptyDatabase(name) : openDatabase(name))
    await prepare?.(engine)
    Object.assign(database.engine, engine)
    Object.assign(database.store, store)
    Object.assign(database, rest)
  })
  afterAll(() => database[Symbol.asyncDispose]())
  return database
}

export async function openDatabase(name: EngineName): Promise<TestDatabase> {
  if (name === "postgres") return opened(await onServer(createMigratedDatabase))
  const database = opened(inFolder(dataFolder()))
  await migrate(database.engine)
  return database
}

/** A database without tables. Its end deletes it. */
export async function openEmptyDatabase(name: EngineName): Promise<TestDatabase> {
  return opened(name === "postgres" ? await onServer(createDatabase) : inFolder(temporaryFolder()))
}

/** The same database, opened by another program. Its end keeps the database. */
export function openAgain({ engine: { name }, location }: TestDatabase): Pick<TestDatabase, "store"> & AsyncDisposable {
  const engine = name === "postgres" ? openPostgres(location, { patience }) : openSqlite(location)
  return { store: storeOn(engine), [Symbol.asyncDispose]: () => engine.close() }
}

interface Place {
  readonly location: string
  readonly engine: Engine
  remove(): Promise<void> | void
}

function opened({ location, engine, remove }: Place): TestDatabase {
  const end = async () => {
    await engine.close()
    await remove()
  }
  return { engine, store: storeOn(engine), location, [Symbol.asyncDispose]: end }
}

/** Work waits longer for locks, for its turn and for responses than in the service, so that a busy machine refuses none. */
export const patience = { lockMs: 60_000, reserveMs: 120_000, silenceMs: 120_000 }

async function onServer(create: () => Promise<Database>): Promise<Place> {
  const { url, drop } = await create()
  return { location: url, engine: openPostgres(url, { patience }), remove: drop }
}

function inFolder({ path, remove }: TemporaryFolder): Place {
  const location = join(path, "keyward.db")
  return { location, engine: openSqlite(location), remove }
}
