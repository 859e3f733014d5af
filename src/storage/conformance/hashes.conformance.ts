import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { KeyDetails } from "../../core/model.ts"
import type { Store } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newHash, newRootKey, time } from "./new-objects.ts"
import { addApi, addKeys, addWorkspace, change } from "./stored-objects.ts"

/** Several workspaces may have a key with the same hash; a root key has its hash for itself. */
export function hashesConformance(store: Store): void {
  const addKey = async (hash: string, members: Partial<KeyDetails> = {}): Promise<KeyDetails> => {
    const key = newKey(await addApi(store), { hash, imported: true, ...members })
    await addKeys(store, key)
    return key
  }
  const addRootKey = async (hash: string) => {
    const { id } = await addWorkspace(store)
    const rootKey = newRootKey(id, { hash })
    await change(store, id, (tx) => tx.rootKeys.insert(rootKey))
    return rootKey
  }
  const deleteWorkspace = (id: string) => change(store, id, (tx) => tx.workspaces.delete(id, time))
  const verified = async ({ workspaceId }: KeyDetails, hash: string) =>
    (await store.verification.find(workspaceId, hash, 0))?.keyId
  const prefixed = async (
    { workspaceId }: KeyDetails,
    hashes: { readonly whole: string; readonly longToken: string },
  ) => (await store.verification.findPrefixed(workspaceId, hashes))?.id
  /** The id of what a bearer is. */
  const bearer = async (whole: string, longToken?: string) => {
    const credential =
      (await store.credentials.find(whole)) ?? (await store.credentials.findImported({ whole, longToken }))
    return credential?.type === "root_key" ? credential.rootKey.id : credential?.key.id
  }

  describe("a hash", () => {
    test("is unique in a workspace only, and each workspace finds its own key by it", async () => {
      const hash = newHash()
      const [one, other] = [await addKey(hash), await addKey(hash, { imported: false })]
      expect([await verified(one, hash), await verified(other, hash)]).toEqual([one.id, other.id])
      const third = await addKey(newHash())
      expect(await verified(third, hash)).toBeUndefined()
      const twin = newKey({ id: one.apiId, workspaceId: one.workspaceId }, { hash, imported: true })
      expect(await rejection(addKeys(store, twin))).toBeInstanceOf(Error)
    })

    test("of a long token is found in its own workspace only", async () => {
      const hashes = { whole: newHash(), longToken: newHash() }
      const unadopted = { algorithm: "prefixed_api_key" } as const
      const [one, other] = [await addKey(hashes.longToken, unadopted), await addKey(hashes.longToken, unadopted)]
      const third = await addKey(newHash())
      const found = [await prefixed(one, hashes), await prefixed(other, hashes), await prefixed(third, hashes)]
      expect(found).toEqual([one.id, other.id, undefined])
    })

    test("of a deleted key keeps an imported key with that text from being found", async () => {
      const hashes = { whole: newHash(), longToken: newHash() }
      const deleted = await addKey(hashes.whole)
      const api = { id: deleted.apiId, workspaceId: deleted.workspaceId }
      const unadopted = newKey(api, { hash: hashes.longToken, imported: true, algorithm: "prefixed_api_key" })
      await addKeys(store, unadopted)
      await change(store, deleted.workspaceId, (tx) => tx.keys.delete([deleted.id], time))
      expect(await prefixed(unadopted, hashes)).toBeUndefined()
      expect(await prefixed(unadopted, { ...hashes, whole: newHash() })).toBe(unadopted.id)
    })

    test("of a root key is no key of a workspace, deleted root keys included, until its workspace is deleted", async () => {
      const [whole, longToken] = [newHash(), newHash()]
      const imported = await addKey(whole)
      const unadopted = await addKey(longToken, { algorithm: "prefixed_api_key" })
      const rootKey = await addRootKey(whole)
      const look = async () => [
        await verified(imported, whole),
        await prefixed(unadopted, { whole, longToken }),
        await bearer(whole, longToken),
      ]
      expect(await look()).toEqual([undefined, undefined, rootKey.id])
      await change(store, rootKey.workspaceId, (tx) => tx.rootKeys.delete(rootKey.id, time))
      expect(await look()).toEqual([undefined, undefined, undefined])
      await deleteWorkspace(rootKey.workspaceId)
      expect(await look()).toEqual([imported.id, unadopted.id, undefined])
      expect(await bearer(whole)).toBe(imported.id)
    })
  })

  describe("as bearer", () => {
    test("a minted key comes before imported ones, however many there are", async () => {
      const hash = newHash()
      const imported = await addKey(hash)
      expect(await bearer(hash)).toBe(imported.id)
      const minted = await addKey(hash, { imported: false })
      expect(await bearer(hash)).toBe(minted.id)
      await addKey(hash)
      expect(await bearer(hash)).toBe(minted.id)
    })

    test("an imported key counts only while no other live workspace has it live", async () => {
      const hash = newHash()
      const mine = await addKey(hash, { enabled: false })
      const takenAway: readonly ((key: KeyDetails) => Promise<unknown>)[] = [
        (key) => change(store, key.workspaceId, (tx) => tx.keys.delete([key.id], time)),
        (key) => change(store, key.workspaceId, (tx) => tx.keys.erase([key.id])),
        (key) => change(store, key.workspaceId, (tx) => tx.apis.delete(key.apiId, time)),
        (key) => deleteWorkspace(key.workspaceId),
      ]
      for (const takeAway of takenAway) {
        expect(await bearer(hash)).toBe(mine.id)
        const theirs = [await addKey(hash), await addKey(hash), await addKey(hash)]
        for (const key of theirs) {
          expect(await bearer(hash)).toBeUndefined()
          await takeAway(key)
        }
      }
      expect(await bearer(hash)).toBe(mine.id)
    })

    test("a key that one workspace has whole and another by its long token is ambiguous too", async () => {
      const [whole, longToken] = [newHash(), newHash()]
      const unadopted = await addKey(longToken, { algorithm: "prefixed_api_key" })
      expect(await bearer(whole, longToken)).toBe(unadopted.id)
      const elsewhere = await addKey(whole)
      expect(await bearer(whole, longToken)).toBeUndefined()
      expect(await bearer(whole)).toBe(elsewhere.id)
      await deleteWorkspace(elsewhere.workspaceId)
      expect(await bearer(whole, longToken)).toBe(unadopted.id)
    })

    test("a key that one workspace has in both forms is the one with the whole hash", async () => {
      const [whole, longToken] = [newHash(), newHash()]
      const { apiId, workspaceId } = await addKey(longToken, { algorithm: "prefixed_api_key" })
      const key = newKey({ id: apiId, workspaceId }, { hash: whole, imported: true })
      await addKeys(store, key)
      expect(await bearer(whole, longToken)).toBe(key.id)
    })
  })
}
