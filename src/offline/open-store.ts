import { createPropagation } from "../cluster/propagation.ts"
import type { Config } from "../config.ts"
import { createIdMint, type IdPrefix } from "../core/ids.ts"
import { FolderInUse } from "../storage/folder-lock.ts"
import { configuredLocation } from "../storage/location.ts"
import { requireCurrentSchema, withDatabase } from "../storage/open.ts"
import type { Store } from "../storage/port/store.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { sqlStore } from "../storage/sql/store.ts"

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

/** Gives the work the store of an installation without serving it. The database must exist, with a current schema. */
export async function withStore<T>(config: Config, access: Access, work: (opened: Opened) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(configuredLocation(config), { locks: access === "write" }, async (engine) => {
      await requireCurrentSchema(engine)
      return work(openStore(engine))
    })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Error(
      `A service runs on the folder ${config.dataDir}. Stop it for the time of the import; --dry-run works beside it, and so do imports on PostgreSQL.`,
      { cause: error },
    )
  }
}

function openStore(engine: Engine): Opened {
  const mintId = createIdMint({ now: Date.now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
  const store = sqlStore(engine, () => mintId("evt"))
  const { nodes } = engine
  if (nodes === undefined) return { engine, store, mintId }
  // This process is no node and remembers nothing, but those that serve the database have to have heard of what it did.
  const { waitUntilPropagated } = createPropagation({
    nodes,
    lease: { holds: () => false },
    clock: () => performance.now(),
  })
  return { engine, store: { ...store, waitUntilPropagated }, mintId }
}
