import { createPropagation } from "../cluster/propagation.ts"
import type { Config } from "../config.ts"
import type { IdPrefix } from "../contract/id-prefixes.ts"
import { createIdMint } from "../core/ids.ts"
import { FolderInUse } from "../storage/folder-lock.ts"
import { configuredLocation } from "../storage/location.ts"
import { requireCurrentSchema, withDatabase } from "../storage/open.ts"
import type { Store } from "../storage/port/store.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { sqlStore } from "../storage/sql/store.ts"
import { noVerifierDrops } from "../verifiers/drops.ts"

/** Only `exclusive-write` needs SQLite to itself. `concurrent-write` must not change anything that a running server caches. */
export type Access = "read" | "exclusive-write" | "concurrent-write"

interface OpenedStore {
  readonly engine: Engine
  readonly store: Store
  /** How many groups of objects an import commits at a time. */
  readonly groupsPerCommit: number
  mintId(prefix: IdPrefix): string
}

/** Opens the store of an installation without serving it. The database must exist and have the current schema. */
export async function withStore<T>(
  config: Config,
  access: Access,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  try {
    const isExclusive = access === "exclusive-write"
    return await withDatabase(
      configuredLocation(config),
      { locks: isExclusive, isBulk: isExclusive },
      async (engine) => {
        await requireCurrentSchema(engine)
        return work(openStore(engine))
      },
    )
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Error(
      `A server is running on the folder ${config.dataDir}. Stop it during the import. With --dry-run, or on PostgreSQL, it can keep running.`,
      { cause: error },
    )
  }
}

function openStore(engine: Engine): OpenedStore {
  const mintId = createIdMint({ now: Date.now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
  const store = sqlStore(engine, () => mintId("evt"))
  const { nodes } = engine
  // No other program waits for a commit on the embedded database, which an import has for itself. Rows of an import are all
  // over its indexes, so a larger commit writes each page for more rows.
  if (nodes === undefined) return { engine, store, groupsPerCommit: 50, mintId }
  // This process caches nothing, but serving nodes must apply its changes before the work counts as done.
  const { waitUntilPropagated } = createPropagation({
    nodes,
    lease: { holds: () => false },
    drops: noVerifierDrops,
    clock: () => performance.now(),
  })
  return { engine, store: { ...store, waitUntilPropagated }, groupsPerCommit: 1, mintId }
}
