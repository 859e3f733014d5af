import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { type TemporaryFolder, temporaryFolder } from "../../test/services/temporary-folder.ts"
import { cachedStore } from "./cached-store.ts"
import { addKey, change, mintId, rejection } from "./conformance/fixtures.ts"
import { migrate } from "./sql/migrate.ts"
import { sqlStore } from "./sql/store.ts"
import { openSqlite } from "./sqlite.ts"
import type { Store } from "./store.ts"
import { StorageUnavailable } from "./unavailable.ts"

describe("a store with a memory", () => {
  let folder: TemporaryFolder
  let store: Store
  beforeAll(async () => {
    folder = temporaryFolder()
    const engine = openSqlite(join(folder.path, "keyward.db"))
    await migrate(engine)
    store = sqlStore(engine, () => mintId("evt"))
  })
  afterAll(async () => {
    await store.close()
    folder.remove()
  })

  const disable = async (cached: Store) => {
    const key = await addKey(store)
    const isEnabled = async () => (await cached.verification.find(key.workspaceId, key.hash))?.profile.enabled
    expect(await isEnabled()).toBe(true)
    const changing = change(cached, key.workspaceId, async (tx) => {
      await tx.keys.update(key, { ...key, enabled: false })
      const changes = { before: { enabled: true }, after: { enabled: false } }
      const resources = [{ type: "key", id: key.id }] as const
      tx.record({ type: "key.updated", workspaceId: key.workspaceId, resources, changes })
    })
    return { changing, isEnabled }
  }

  test("shows the old state no more once a change has been answered", async () => {
    const { changing, isEnabled } = await disable(cachedStore(store, { maxEntries: 10, maxBytes: 1_000_000 }))
    await changing
    expect(await isEnabled()).toBe(false)
  })

  test("shows the old state no more where a change was committed but its answer was lost", async () => {
    const losingAnswers: Store = {
      ...store,
      async transaction(scope, work) {
        await store.transaction(scope, work)
        throw new StorageUnavailable(new Error("the answer was lost"))
      },
    }
    const { changing, isEnabled } = await disable(cachedStore(losingAnswers, { maxEntries: 10, maxBytes: 1_000_000 }))
    expect(await rejection(changing)).toBeInstanceOf(StorageUnavailable)
    expect(await isEnabled()).toBe(false)
  })
})
