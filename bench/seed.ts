import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createIdMint } from "../src/core/ids.ts"
import { sha256 } from "../src/secrets/hash.ts"
import { benchKey } from "./bench-key.ts"
import { operatorKey, type Served, startKeyward } from "./processes.ts"

/** Numbers of the keys that the cases use; `benchKey(number)` is their plaintext. */
export const ranges = {
  plain: { first: 0, count: 1_000_000 },
  permitted: { first: 1_000_000, count: 10_000 },
  limited: { first: 1_100_000, count: 1_000 },
  metered: { first: 1_200_000, count: 1_000 },
}

export interface Seeded {
  readonly rootKey: string
  readonly apiId: string
  readonly workspaceId: string
  /** The id of the plain key at this position, in creation order. */
  plainId(place: number): string
}

/** Creates a database with many keys by a checkout: special keys through the service, plain keys directly in the file. */
export async function seed(folder: string, plainCount: number, checkout?: string): Promise<Seeded> {
  const server = await startKeyward(folder, {}, checkout)
  const { rootKey, apiId, workspaceId } = await seedThrough(server)
  await server.stop()
  const ids = insertPlainKeys(join(folder, "keyward.db"), { apiId, workspaceId, count: plainCount })
  return { rootKey, apiId, workspaceId, plainId: (place) => ids[place] ?? "" }
}

/** Creates everything through the service: a workspace, the special keys, and so many plain keys. */
export async function seedThrough({ port }: Pick<Served, "port">, plainCount = 0): Promise<Omit<Seeded, "plainId">> {
  const call = (key: string, operation: string, body: unknown) => callOperation(port, key, operation, body)
  const { rootKey, workspaceId } = await call(operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const { apiId } = await call(rootKey, "apis.createApi", { name: "bench" })
  const importKeys = async (
    { first, count }: { first: number; count: number },
    settings: (place: number) => object,
  ) => {
    for (let start = 0; start < count; start += 2_000) {
      const length = Math.min(2_000, count - start)
      const keys = Array.from({ length }, (_, index) => ({
        hash: sha256(benchKey(first + start + index)),
        ...settings(start + index),
      }))
      await call(rootKey, "keys.migrateKeys", { apiId, keys })
    }
  }
  await importKeys({ first: ranges.plain.first, count: plainCount }, () => ({}))
  await importKeys(ranges.permitted, (place) => ({
    externalId: `user_${place % 1000}`,
    permissions: ["documents.read", "documents.write"],
  }))
  const limit = { limit: 1_000_000_000, autoApply: true }
  await importKeys(ranges.limited, () => ({
    ratelimits: [
      { ...limit, name: "minute", duration: 60_000 },
      { ...limit, name: "hour", duration: 3_600_000 },
    ],
  }))
  await importKeys(ranges.metered, () => ({ credits: { remaining: 1_000_000_000_000 } }))
  return { rootKey, apiId, workspaceId }
}

export async function callOperation(port: number, key: string, operation: string, body: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.status !== 200) throw new Error(`${operation}: ${JSON.stringify(answer)}`)
  return answer.data
}

interface PlainKeys {
  readonly apiId: string
  readonly workspaceId: string
  readonly count: number
}

function insertPlainKeys(path: string, { apiId, workspaceId, count }: PlainKeys): string[] {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const mintId = createIdMint({ now: Date.now, random })
  const file = new Database(path)
  const insert = file.prepare(
    `insert into keys (id, workspace_id, api_id, hash, algorithm, start, meta, enabled, scoped, ip_allowlist, imported,
       created_at)
     values (?, ?, ?, ?, 'sha256', '', '{}', 1, 0, '[]', 0, ?)`,
  )
  const ids: string[] = []
  file.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const id = mintId("key")
      ids.push(id)
      insert.run(id, workspaceId, apiId, sha256(benchKey(ranges.plain.first + number)), Date.now())
    }
  })()
  file.run("pragma wal_checkpoint(truncate)")
  file.close()
  return ids
}
