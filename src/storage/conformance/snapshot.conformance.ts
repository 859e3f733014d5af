import { describe, expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import {
  addApi,
  addFamily,
  addKeys,
  addWorkspace,
  balanceIdOf,
  change,
  everyKey,
  everything,
  mintId,
  newApi,
  newHash,
  newIdentity,
  newKey,
  rejection,
  time,
} from "./fixtures.ts"

export function snapshotConformance(open: () => Store): void {
  describe("a snapshot", () => {
    test("shows everything as it was at one moment, whatever is written meanwhile", async () => {
      const api = await addApi(open())
      const { workspaceId } = api
      await addKeys(open(), newKey(api))
      await open().snapshot(async (reads) => {
        expect(await reads.keys.count(workspaceId)).toBe(1)
        await change(open(), workspaceId, async (tx) => {
          await tx.keys.insert([newKey(api)])
          await tx.apis.insert(newApi(workspaceId))
          await tx.identities.insert([newIdentity(workspaceId)])
        })
        expect(await reads.keys.list(workspaceId, everyKey)).toHaveLength(1)
        expect(await reads.apis.list(workspaceId, everything)).toEqual([api])
        expect(await reads.identities.count(workspaceId)).toBe(0)
      })
      expect(await open().keys.count(workspaceId)).toBe(2)
    })

    test("gives back what its work gives, passes its error on, and leaves the way free for the next", async () => {
      const { id } = await addWorkspace(open())
      const failure = new Error("no")
      expect(await rejection(open().snapshot(() => Promise.reject(failure)))).toBe(failure)
      const found = await Promise.all(
        Array.from({ length: 5 }, () => open().snapshot((reads) => reads.workspaces.find(id))),
      )
      expect(found.map((workspace) => workspace?.id)).toEqual(Array(5).fill(id))
    })
  })

  describe("objects by many ids", () => {
    test("are those that exist in the workspace", async () => {
      const { workspace, key, identity } = await addFamily(open())
      const other = await addFamily(open())
      const keyIds = [key.id, other.key.id, ...Array.from({ length: 150 }, () => mintId("key"))]
      expect(await open().keys.listByIds(workspace.id, keyIds)).toEqual([key])
      expect(await open().keys.listByIds(workspace.id, [])).toEqual([])
      const identityIds = [...Array.from({ length: 150 }, () => mintId("id")), identity.id, other.identity.id]
      expect(await open().identities.listByIds(workspace.id, identityIds)).toEqual([identity])
    })
  })

  describe("what is taken", () => {
    test("are the ids of every kind of object, in whatever workspace, deleted ones included", async () => {
      const family = await addFamily(open())
      const { workspace, rootKey, api, permission, role, identity, key, namespace, override, migration } = family
      const ratelimitIds = [...key.ratelimits, ...identity.ratelimits].map(({ id }) => id)
      const objects = [workspace, rootKey, api, permission, role, identity, key, namespace, override, migration]
      const ids = [...objects.map(({ id }) => id), ...ratelimitIds, balanceIdOf(key)]
      const free = [mintId("key"), mintId("api"), mintId("rl"), mintId("bal"), "evt_unknown", ""]
      expect(await open().reserved.ids([...ids, ...free])).toEqual(new Set(ids))
      await change(open(), workspace.id, async (tx) => {
        await tx.keys.delete(key.id, time)
        await tx.apis.delete(api.id, time)
        expect(await tx.reserved.ids([...ids, ...free])).toEqual(new Set(ids))
      })
    })

    test("are, to keys, the hashes of their own workspace, deleted ones included", async () => {
      const { workspace, key, rootKey } = await addFamily(open())
      const other = await addWorkspace(open())
      await change(open(), workspace.id, (tx) => tx.keys.delete(key.id, time))
      const hashes = [key.hash, newHash(), rootKey.hash]
      expect(await open().reserved.keyHashes(workspace.id, hashes)).toEqual(new Set([key.hash]))
      expect(await open().reserved.keyHashes(other.id, hashes)).toEqual(new Set())
    })

    test("are, to root keys, those of all root keys and of what was minted, deleted ones included", async () => {
      const { workspace, api, key, rootKey } = await addFamily(open())
      const imported = newKey(api, { imported: true })
      await change(open(), workspace.id, async (tx) => {
        await tx.keys.insert([imported])
        await tx.keys.delete(key.id, time)
        await tx.rootKeys.delete(rootKey.id, time)
      })
      const hashes = [key.hash, imported.hash, newHash(), rootKey.hash]
      expect(await open().reserved.rootKeyHashes(hashes)).toEqual(new Set([key.hash, rootKey.hash]))
    })
  })
}
