import type { TakenReads } from "../store.ts"
import { inChunks, padded } from "./grouped.ts"
import type { Database } from "./schema.ts"

export function takenReads(db: Database): TakenReads {
  return {
    async ids(ids) {
      const taken = new Set<string>()
      for (const [prefix, table] of Object.entries(tables)) {
        const own = ids.filter((id) => id.startsWith(`${prefix}_`))
        for (const chunk of inChunks(own)) {
          const rows = await db.selectFrom(table).select("id").where("id", "in", padded(chunk)).execute()
          for (const { id } of rows) taken.add(id)
        }
      }
      return taken
    },

    hashes: (hashes) => takenHashes(db, hashes),
  }
}

/** By the beginning of their ids. */
const tables = {
  ws: "workspaces",
  rk: "root_keys",
  api: "apis",
  key: "keys",
  id: "identities",
  perm: "permissions",
  role: "roles",
  rl: "ratelimits",
  rlns: "ratelimit_namespaces",
  rlor: "ratelimit_overrides",
  mig: "key_migrations",
} as const

export async function takenHashes(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const chunk of inChunks(hashes)) {
    for (const table of ["keys", "root_keys"] as const) {
      const rows = await db.selectFrom(table).select("hash").where("hash", "in", padded(chunk)).execute()
      for (const { hash } of rows) taken.add(hash)
    }
  }
  return taken
}
