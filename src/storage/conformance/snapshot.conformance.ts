import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Store } from "../port/store.ts"
import { addFamily } from "./family.ts"
import { balanceIdOf, newKey } from "./new-key.ts"
import { mintId, newApi, newHash, newIdentity, time } from "./new-objects.ts"
import { addApi, addKeys, addWorkspace, change } from "./stored-objects.ts"
import { everyKey, everything } from "./whole-lists.ts"

export function snapshotConformance(store: Store): void {
  describe("a snapshot", () => {
    test("reads everything as of one moment, also during writes", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      await addKeys(store, newKey(api))
      await store.snapshot(async (reads) => {
        expect(await reads.keys.count(workspaceId)).toBe(1)
        await change(store, workspaceId, async (tx) => {
          await tx.keys.insert([newKey(api)])
          await tx.apis.insert(newApi(workspaceId))
          await tx.identities.insert([newIdentity(workspaceId)])
        })
        expect(await reads.keys.list(workspaceId, everyKey)).toHaveLength(1)
        expect(await reads.apis.list(workspaceId, everything)).toEqual([api])
        expect(await reads.identities.count(workspaceId)).toBe(0)
      })
      expect(await store.keys.count(workspaceId)).toBe(2)
    })

    test("returns what its work returns, throws its error, and does not block the next", async () => {
      const { id } = await addWorkspace(store)
      const failure = new Error("no")
      expect(await rejection(store.snapshot(() => Promise.reject(failure)))).toBe(failure)
      const found = await Promise.all(
        Array.from({ length: 5 }, () => store.snapshot((reads) => reads.workspaces.find(id))),
      )
      expect(found.map((workspace) => workspace?.id)).toEqual(Array(5).fill(id))
    })
  })

  describe("objects by many ids", () => {
    test("are those that exist in the workspace", async () => {
      const { workspace, key, identity } = await addFamily(store)
      const other = await addFamily(store)
      const keyIds = [key.id, other.key.id, ...Array.from({ length: 150 }, () => mintId("key"))]
      expect(await store.keys.listByIds(workspace.id, keyIds)).toEqual([key])
      expect(await store.keys.listByIds(workspace.id, [])).toEqual([])
      const identityIds = [...Array.from({ length: 150 }, () => mintId("id")), identity.id, other.identity.id]
      expect(await store.identities.listByIds(workspace.id, identityIds)).toEqual([identity])
    })
  })

  describe("what is taken", () => {
    test("are the ids of every kind of object, in whatever workspace, deleted ones included", async () => {
      const family = await addFamily(store)
      const { workspace, rootKey, api, permission, role, identity, key, namespace, override, migration } = family
      const ratelimitIds = [...key.ratelimits, ...identity.ratelimits].map(({ id }) => id)
      const objects = [workspace, rootKey, api, permission, role, identity, key, namespace, override, migration]
      const ids = [...objects.map(({ id }) => id), ...ratelimitIds, balanceIdOf(key)]
      const free = [mintId("key"), mintId("api"), mintId("rl"), mintId("bal"), "evt_unknown", ""]
      expect(await store.reserved.ids([...ids, ...free])).toEqual(new Set(ids))
      await change(store, workspace.id, async (tx) => {
        await tx.keys.delete([key.id], time)
        await tx.apis.delete(api.id, time)
        expect(await tx.reserved.ids([...ids, ...free])).toEqual(new Set(ids))
      })
    })

    test("are, to keys, the hashes of their own workspace, deleted ones included", async () => {
      const { workspace, key, rootKey } = await addFamily(store)
      const other = await addWorkspace(store)
      await change(store, workspace.id, (tx) => tx.keys.delete([key.id], time))
      const hashes = [key.hash, newHash(), rootKey.hash]
      expect(await store.reserved.keyHashes(workspace.id, hashes)).toEqual(new Set([key.hash]))
      expect(await store.reserved.keyHashes(other.id, hashes)).toEqual(new Set())
    })

    test("are, to root keys, those of all root keys and of what was minted, deleted ones included", async () => {
      const { workspace, api, key, rootKey } = await addFamily(store)
      const imported = newKey(api, { imported: true })
      await change(store, workspace.id, async (tx) => {
        await tx.keys.insert([imported])
        await tx.keys.delete([key.id], time)
        await tx.rootKeys.delete(rootKey.id, time)
      })
      const hashes = [key.hash, imported.hash, newHash(), rootKey.hash]
      expect(await store.reserved.rootKeyHashes(hashes)).toEqual(new Set([key.hash, rootKey.hash]))
    })
  })
}
