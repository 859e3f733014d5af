import { join } from "node:path"
import { sha256 } from "../../src/secrets/hash.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import { benchKey } from "../bench-key.ts"
import { operatorKey, startKeyward } from "../processes.ts"
import { callOperation } from "../seed.ts"
import { fillHistory } from "../usage/fill-history.ts"

export interface FilledWorkspace {
  readonly workspaceId: string
  readonly rootKey: string
  readonly keyId: string
}

const keysPerCustomer = 5
const keysPerCall = 2_000

/** A workspace with keys, customers and 30 days of usage in the embedded database of a folder. */
export async function fillWorkspace(folder: string, keyCount: number): Promise<FilledWorkspace> {
  const server = await startKeyward(folder)
  const call = (key: string, operation: string, body: unknown) => callOperation(server.port, key, operation, body)
  const { workspaceId, rootKey } = await call(operatorKey, "workspaces.createWorkspace", { name: "Acme" })
  const { apiId } = await call(rootKey, "apis.createApi", { name: "Payments" })
  for (let start = 0; start < keyCount; start += keysPerCall) {
    const keys = Array.from({ length: Math.min(keysPerCall, keyCount - start) }, (_, index) => ({
      hash: sha256(benchKey(start + index)),
      name: `Key ${start + index}`,
      externalId: `customer_${(start + index) % (keyCount / keysPerCustomer)}`,
    }))
    await call(rootKey, "keys.migrateKeys", { apiId, keys })
  }
  await call(rootKey, "permissions.createRole", { name: "reader" })
  await call(rootKey, "permissions.createPermission", { name: "Read documents", slug: "documents.read" })
  await call(rootKey, "ratelimit.limit", { namespace: "uploads", identifier: "user_1", limit: 5, duration: 60_000 })
  await server.stop()
  const engine = openSqlite(join(folder, "keyward.db"))
  await fillHistory(engine, { workspaceId, apiId, keyCount, days: 30, now: Date.now() })
  await engine.transaction(async (db) => {
    for (const [table, name, first] of [
      ["keys", "key_bench_", 1],
      ["identities", "id_bench_", 0],
    ] as const) {
      const rows = await db.selectFrom(table).select("id").where("workspace_id", "=", workspaceId).execute()
      // The history has ids of its own, and the objects have others.
      for (const [index, { id }] of rows.entries()) {
        await db
          .updateTable("usage_names")
          .set({ id })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", `${name}${index + first}`)
          .execute()
      }
    }
  })
  const { id: keyId } = await engine.reader.selectFrom("keys").select("id").executeTakeFirstOrThrow()
  await engine.close()
  return { workspaceId, rootKey, keyId }
}
