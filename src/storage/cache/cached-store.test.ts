import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { type KeyMembers, limited, newKey } from "../conformance/new-key.ts"
import { addApi, addKey, addKeys, change } from "../conformance/stored-objects.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { cachedStore } from "./cached-store.ts"

describe("a store with a memory", () => {
  const { store } = provideDatabase("sqlite")

  const disable = async (cached: Store) => {
    const key = await addKey(store)
    const isEnabled = async () => (await cached.verification.find(key.workspaceId, key.hash, 0))?.facts.enabled
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

  test("keeps fewer keys that have a balance in the same room, since what depends on a balance takes memory too", async () => {
    const maxBytes = 60_000
    /** How many keys it remembers where all of them are alike. */
    const countKept = async (members: KeyMembers) => {
      let loads = 0
      let kept = 0
      const counting: Store["verification"] = {
        ...store.verification,
        findUncached(workspaceId, hash, now) {
          loads += 1
          return store.verification.findUncached(workspaceId, hash, now)
        },
      }
      const cached = cachedStore({ ...store, verification: counting }, { maxEntries: 1_000, maxBytes })
      const api = await addApi(store)
      const keys = Array.from({ length: 150 }, () => newKey(api, members))
      await addKeys(store, ...keys)
      for (const { hash } of keys) await cached.verification.find(api.workspaceId, hash, 0)
      // The oldest were forgotten first, so from the newest on all are known up to the first that is loaded.
      for (const { hash } of keys.toReversed()) {
        await cached.verification.find(api.workspaceId, hash, 0)
        if (loads > keys.length) break
        kept += 1
      }
      return kept
    }
    const bytesEach = async (members: KeyMembers) => maxBytes / (await countKept(members))
    expect((await bytesEach({ credits: limited(5) })) - (await bytesEach({}))).toBeWithin(190, 231)
  })
})
