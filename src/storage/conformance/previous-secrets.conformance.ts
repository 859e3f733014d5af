import { describe, expect, test } from "bun:test"
import type { KeyDetails, PreviousSecret } from "../../core/model.ts"
import { withPreviousSecrets } from "../../core/rotation.ts"
import type { Store } from "../port/store.ts"
import { noUsage } from "../port/usage.ts"
import { newKey } from "./new-key.ts"
import { newHash, time } from "./new-objects.ts"
import { addApi, addKeys, change } from "./stored-objects.ts"

const newSecret = (members: Partial<PreviousSecret> = {}): PreviousSecret => ({
  hash: newHash(),
  imported: false,
  start: "efgh",
  prefix: "efgh",
  byteLength: 20,
  ciphertext: "c2VjcmV0",
  startedAt: time,
  expires: time + 1_000,
  ...members,
})

/** What keys keep of the secrets that rotations have replaced. */
export function previousSecretsConformance(store: Store): void {
  const addRotated = async (...secrets: readonly PreviousSecret[]): Promise<KeyDetails> => {
    const key = withPreviousSecrets(newKey(await addApi(store)), secrets)
    await addKeys(store, key)
    return key
  }
  const update = (before: KeyDetails, after: KeyDetails) =>
    change(store, before.workspaceId, (tx) => tx.keys.update(before, after))
  const find = ({ workspaceId, id }: KeyDetails) => store.keys.find(workspaceId, id)
  const matched = async ({ workspaceId }: KeyDetails, hash: string) => {
    const key = await store.verification.find(workspaceId, hash, time)
    return key && { ...key.matched, expires: key.facts.expires }
  }
  const isTaken = async ({ workspaceId }: KeyDetails, hash: string) =>
    (await store.reserved.keyHashes(workspaceId, [hash])).has(hash)

  describe("previous secrets", () => {
    test("are read unchanged, newest first, and found until their own expiry or that of the key", async () => {
      const [newer, older] = [newSecret({ startedAt: time + 1, expires: time + 9 }), newSecret({ expires: 0 })]
      const key = await addRotated(newer, older)
      expect(await find(key)).toEqual(key)
      expect(await matched(key, key.hash)).toEqual({ name: "current", overlapEnds: time + 9, expires: null })
      expect(await matched(key, newer.hash)).toEqual({ name: "previous", overlapEnds: time + 9, expires: time + 9 })
      expect(await matched(key, older.hash)).toEqual({ name: "previous", overlapEnds: 0, expires: 0 })
      await update(key, { ...key, expires: time + 5 })
      expect((await matched(key, newer.hash))?.expires).toBe(time + 5)
      const { key: found, previous } = Object(await store.credentials.find(newer.hash))
      expect([found.id, previous]).toEqual([key.id, { hash: newer.hash, expires: time + 9 }])
    })

    test("are found in their own workspace only, and not with a deleted key", async () => {
      const secret = newSecret()
      const key = await addRotated(secret)
      const other = await addRotated()
      expect(await matched(other, secret.hash)).toBeUndefined()
      expect(await isTaken(other, secret.hash)).toBe(false)
      await change(store, key.workspaceId, (tx) => tx.keys.delete([key.id], time))
      expect([await matched(key, secret.hash), await store.credentials.find(secret.hash)]).toEqual([
        undefined,
        undefined,
      ])
      expect(await isTaken(key, secret.hash)).toBe(true)
    })

    test("that are no longer listed are forgotten with their ciphertext, and their hash stays taken until the key is erased", async () => {
      const [newer, older] = [newSecret({ startedAt: time + 1 }), newSecret()]
      const key = await addRotated(older)
      await update(key, withPreviousSecrets(key, [newer]))
      expect((await find(key))?.previousSecrets).toEqual([newer])
      expect([await matched(key, older.hash), await store.credentials.find(older.hash)]).toEqual([undefined, undefined])
      expect([await isTaken(key, older.hash), await isTaken(key, newer.hash)]).toEqual([true, true])
      expect((await store.reserved.rootKeyHashes([older.hash, newer.hash])).size).toBe(2)
      await change(store, key.workspaceId, (tx) => tx.keys.erase([key.id]))
      expect([await isTaken(key, older.hash), await isTaken(key, newer.hash)]).toEqual([false, false])
    })

    test("can become the secret of the key again, and end", async () => {
      const secret = newSecret()
      const key = await addRotated(secret)
      const { startedAt, expires, ...again } = secret
      const replaced = newSecret({ hash: key.hash, expires: 0, ciphertext: null })
      const cancelled = withPreviousSecrets({ ...key, ...again }, [replaced])
      await update(key, cancelled)
      expect(await find(key)).toEqual(cancelled)
      expect(await matched(key, secret.hash)).toMatchObject({ name: "current", overlapEnds: 0 })
      expect(await matched(key, key.hash)).toMatchObject({ name: "previous", expires: 0 })
    })

    test("that were imported are a bearer only if one workspace has them, and keep a prefixed key from being adopted", async () => {
      const secret = newSecret({ imported: true })
      const hashes = { whole: secret.hash, longToken: newHash() }
      const key = await addRotated(secret)
      const bearer = async () => {
        const found = (await store.credentials.find(secret.hash)) ?? (await store.credentials.findImported(hashes))
        return found?.type === "api_key" ? [found.key.id, found.previous?.hash] : found
      }
      expect(await bearer()).toEqual([key.id, secret.hash])
      const unadopted = { hash: hashes.longToken, imported: true, algorithm: "prefixed_api_key" } as const
      await addKeys(store, newKey({ id: key.apiId, workspaceId: key.workspaceId }, unadopted))
      expect(await store.verification.findPrefixed(key.workspaceId, hashes)).toBeUndefined()
      const rival = newKey(await addApi(store), { hash: secret.hash, imported: true })
      await addKeys(store, rival)
      expect(await bearer()).toBeUndefined()
      expect((await matched(key, secret.hash))?.name).toBe("previous")
    })

    test("have a last use of their own, which only moves forward", async () => {
      const key = await addRotated(newSecret())
      const use = (usedAt: number) => store.usage.add({ ...noUsage, previousSecrets: new Map([[key.id, usedAt]]) })
      await use(time + 5)
      await use(time + 3)
      await store.usage.add({ ...noUsage, keys: new Map([[key.id, time + 9]]) })
      expect(await find(key)).toMatchObject({ lastUsedAt: time + 9, previousLastUsedAt: time + 5 })
    })
  })
}
