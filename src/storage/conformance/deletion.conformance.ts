import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { KeyDetails } from "../../core/model.ts"
import type { Store } from "../port/store.ts"
import { noUsage } from "../port/usage.ts"
import { balanceIdOf, limited, newBalance, newKey } from "./new-key.ts"
import {
  newApi,
  newIdentity,
  newNamespace,
  newPermission,
  newRatelimit,
  newRole,
  newRootKey,
  time,
} from "./new-objects.ts"
import { addApi, addKey, addKeys, addWorkspace, change, insert, insertIn } from "./stored-objects.ts"
import { everyKey, everything } from "./whole-lists.ts"

/** Tests what a deletion removes and what it leaves. */
export function deletionConformance(store: Store): void {
  const isTaken = async ({ workspaceId, hash }: KeyDetails) =>
    (await store.reserved.keyHashes(workspaceId, [hash])).has(hash)

  describe("deleting", () => {
    test("a workspace deletes its keys and root keys, and its id stays known", async () => {
      const key = await addKey(store)
      const rootKey = newRootKey(key.workspaceId)
      await change(store, key.workspaceId, (tx) => tx.rootKeys.insert(rootKey))
      expect(await store.credentials.find(rootKey.hash)).toMatchObject({ type: "root_key", rootKey })
      await change(store, key.workspaceId, (tx) => tx.workspaces.delete(key.workspaceId, time))
      expect(await store.workspaces.find(key.workspaceId)).toBeUndefined()
      expect(await store.workspaces.hasExisted(key.workspaceId)).toBe(true)
      expect(await store.workspaces.hasExisted("ws_never")).toBe(false)
      expect(await store.credentials.find(key.hash)).toBeUndefined()
      expect(await store.credentials.find(rootKey.hash)).toBeUndefined()
      expect(await store.verification.find(key.workspaceId, key.hash, 0)).toBeUndefined()
    })

    test("a key makes its credential and its verification unknown, and keeps its hash taken", async () => {
      const key = await addKey(store)
      expect(await store.credentials.find(key.hash)).toMatchObject({ type: "api_key", key: { id: key.id } })
      expect(await store.verification.find(key.workspaceId, key.hash, 0)).toMatchObject({ keyId: key.id })
      await change(store, key.workspaceId, (tx) => tx.keys.delete([key.id], time))
      expect(await store.credentials.find(key.hash)).toBeUndefined()
      expect(await store.verification.find(key.workspaceId, key.hash, 0)).toBeUndefined()
      expect(await isTaken(key)).toBe(true)
      const successor = newKey({ id: key.apiId, workspaceId: key.workspaceId }, { hash: key.hash })
      expect(await rejection(addKeys(store, successor))).toBeInstanceOf(Error)
    })

    test("an API makes the credentials of its keys unknown", async () => {
      const key = await addKey(store)
      await change(store, key.workspaceId, (tx) => tx.apis.delete(key.apiId, time))
      expect(await store.credentials.find(key.hash)).toBeUndefined()
      expect(await store.verification.find(key.workspaceId, key.hash, 0)).toBeUndefined()
      expect(await isTaken(key)).toBe(true)
    })

    test("a root key makes its credential unknown and keeps its hash taken", async () => {
      const { id } = await addWorkspace(store)
      const rootKey = newRootKey(id)
      await change(store, id, (tx) => tx.rootKeys.insert(rootKey))
      await change(store, id, (tx) => tx.rootKeys.delete(rootKey.id, time))
      expect(await store.credentials.find(rootKey.hash)).toBeUndefined()
      expect(await store.reserved.rootKeyHashes([rootKey.hash])).toEqual(new Set([rootKey.hash]))
    })

    test("an identity unlinks its keys and frees its external identifier", async () => {
      const { id } = await addWorkspace(store)
      const [api, identity] = [newApi(id), newIdentity(id, { ratelimits: [newRatelimit()] })]
      const key = newKey(api, { identity })
      await insert(store, id, { apis: [api], identities: [identity], keys: [key] })
      await change(store, id, (tx) => tx.identities.delete(identity.id, time))
      expect(await store.keys.find(id, key.id)).toEqual({ ...key, identityId: null, identity: null })
      expect(await store.keys.list(id, { ...everyKey, externalId: identity.externalId })).toEqual([])
      const successor = newIdentity(id, { externalId: identity.externalId })
      await change(store, id, (tx) => tx.identities.insert([successor]))
      expect(await store.identities.findByExternalId(id, identity.externalId)).toEqual(successor)
    })

    test("a permission removes it from every role and key, a role from every key", async () => {
      const { id } = await addWorkspace(store)
      const [api, gone, kept] = [newApi(id), newPermission({ slug: "gone" }), newPermission({ slug: "kept" })]
      const roles = [newRole({ name: "one", permissions: [gone, kept] }), newRole({ name: "two", permissions: [gone] })]
      const key = newKey(api, { directPermissions: [gone, kept], roles })
      await change(store, id, async (tx) => {
        await insertIn(tx, id, { apis: [api], permissions: [gone, kept], roles, keys: [key] })
        await tx.permissions.delete(gone.id)
        await tx.roles.delete(roles[1]?.id ?? "")
      })
      const left = [{ ...roles[0], permissions: [kept] }]
      expect(await store.roles.list(id, everything)).toEqual(left as never)
      expect(await store.keys.find(id, key.id)).toEqual({ ...key, directPermissions: [kept], roles: left as never })
    })

    test("a namespace leaves its id and its name taken", async () => {
      const [mine, other, namespace] = [await addWorkspace(store), await addWorkspace(store), newNamespace()]
      await change(store, mine.id, (tx) => tx.namespaces.insert(mine.id, namespace))
      const findDeleted = (workspaceId: string) =>
        Promise.all([namespace.id, namespace.name].map((name) => store.namespaces.findDeleted(workspaceId, name)))
      expect(await findDeleted(mine.id)).toEqual([undefined, undefined])
      await change(store, mine.id, (tx) => tx.namespaces.delete(namespace.id, time))
      expect(await findDeleted(mine.id)).toEqual([namespace, namespace])
      expect(await findDeleted(other.id)).toEqual([undefined, undefined])
    })

    test("erasing a key leaves the balance that it shares, up to the last key, deleted ones included", async () => {
      const api = await addApi(store)
      const { workspaceId: id } = api
      const balance = newBalance(limited(5))
      const [one, other, last] = Array.from({ length: 3 }, () => newKey(api, { balance })) as [
        KeyDetails,
        KeyDetails,
        KeyDetails,
      ]
      await addKeys(store, one, other, last)
      expect(await store.balances.listKeyIds(id, balance.id, 2)).toEqual([last.id, other.id])
      await change(store, id, (tx) => tx.keys.erase([one.id]))
      expect(await store.balances.listKeyIds(id, balance.id, 10)).toEqual([last.id, other.id])
      await change(store, id, (tx) => tx.keys.delete([last.id], time))
      expect(await store.balances.listKeyIds(id, balance.id, 10)).toEqual([other.id])
      await change(store, id, (tx) => tx.keys.erase([other.id]))
      expect(await store.balances.listByIds(id, [balance.id])).toEqual([balance])
      await change(store, id, (tx) => tx.keys.erase([last.id]))
      expect(await store.balances.listByIds(id, [balance.id])).toEqual([])
    })

    test("erasing a key leaves nothing of it and frees its hash and its names", async () => {
      const { id } = await addWorkspace(store)
      const [api, permission, role] = [newApi(id), newPermission(), newRole()]
      const key = newKey(api, {
        credits: limited(5),
        ratelimits: [newRatelimit()],
        directPermissions: [permission],
        roles: [role],
      })
      await insert(store, id, { apis: [api], permissions: [permission], roles: [role], keys: [key] })
      const use = { ...noUsage, keys: new Map([[key.id, time]]) }
      await store.usage.add(use)
      await change(store, id, (tx) => tx.keys.erase([key.id]))
      expect(await isTaken(key)).toBe(false)
      expect(await store.credits.spend({ balanceId: balanceIdOf(key), cost: 1, now: time })).toEqual({
        type: "unlimited",
      })
      expect(await store.reserved.ids([balanceIdOf(key)])).toEqual(new Set())
      await store.usage.add(use)
      // With the same ids and the same hash, but without the links of the erased key.
      const bare = newKey(api, { id: key.id, hash: key.hash })
      await addKeys(store, bare)
      expect(await store.keys.find(id, key.id)).toEqual(bare)
      expect(await store.permissions.list(id, everything)).toEqual([permission])
      expect(await store.roles.list(id, everything)).toEqual([role])
    })
  })
}
