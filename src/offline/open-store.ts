import { existsSync } from "node:fs"
import { join } from "node:path"
import { createSettling } from "../cluster/propagation.ts"
import type { Config } from "../config.ts"
import { createIdMint, type IdPrefix } from "../core/ids.ts"
import { requireFinishedCopy } from "../storage/copy/unfinished.ts"
import { explainDatabaseTrouble } from "../storage/explain-failure.ts"
import { FolderInUse, lockFolder } from "../storage/folder-lock.ts"
import type { Store } from "../storage/port/store.ts"
import { openPostgres } from "../storage/postgres/engine.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { NewerSchema, schemaState } from "../storage/sql/migrate.ts"
import { sqlStore } from "../storage/sql/store.ts"
import { openSqlite } from "../storage/sqlite/engine.ts"

/**
 * Whoever reads only may do so beside a running service; whoever writes needs the embedded database for itself, unless
 * nothing that it writes makes the memory of a running service stale.
 */
export type Access = "read" | "write" | "beside"

interface Opened {
  readonly engine: Engine
  readonly store: Store
  mintId(prefix: IdPrefix): string
}

/** Lets the work use the store of an installation without serving it. The database has to be there, and current. */
export async function withStore<T>(config: Config, access: Access, work: (opened: Opened) => Promise<T>): Promise<T> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, databaseFile))) {
    throw new Error(
      `There is no database in ${config.dataDir}. Name its folder with --data or KEYWARD_DATA_DIR, or make a new one with \`keyward migrate\`.`,
    )
  }
  const lock = config.databaseUrl === undefined && access === "write" ? takeFolder(config.dataDir) : undefined
  let engine: Engine | undefined
  try {
    engine = open(config)
    await requireUsable(engine)
    return await work(openStore(engine))
  } catch (error) {
    throw explainDatabaseTrouble(config, error)
  } finally {
    await engine?.close().catch(() => {})
    lock?.release()
  }
}

const databaseFile = "keyward.db"

function takeFolder(dataDir: string): { release(): void } {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Error(
      `A service runs on the folder ${dataDir}. Stop it for the time of the import; --dry-run works beside it, and so do imports on PostgreSQL.`,
      { cause: error },
    )
  }
}

function open({ databaseUrl, databaseConnections, dataDir }: Config): Engine {
  if (databaseUrl === undefined) return openSqlite(join(dataDir, databaseFile))
  return openPostgres(databaseUrl, { connections: databaseConnections })
}

async function requireUsable(engine: Engine): Promise<void> {
  const { pending, unknown } = await schemaState(engine)
  if (unknown.length > 0) throw new NewerSchema(unknown)
  if (pending.length > 0) throw new Error("The schema of the database is not current. Run `keyward migrate` first.")
  await requireFinishedCopy(engine)
}

function openStore(engine: Engine): Opened {
  const mintId = createIdMint({ now: Date.now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
  const store = sqlStore(engine, () => mintId("evt"))
  const { nodes } = engine
  if (nodes === undefined) return { engine, store, mintId }
  // This process is no node and remembers nothing, but those that serve the database have to have heard of what it did.
  const { settle } = createSettling({ nodes, lease: { holds: () => false }, clock: () => performance.now() })
  return { engine, store: { ...store, settle }, mintId }
}
