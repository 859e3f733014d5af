import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Store, Transaction } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newIdentity, time } from "./new-objects.ts"
import { addApi, change, insert } from "./stored-objects.ts"

const hour = 3_600_000

/** Quota checks are exact, whatever they remember from earlier checks. */
export function quotasConformance(store: Store): void {
  const keysFit = (workspaceId: string, additional: number, limit: number, now = time) =>
    change(store, workspaceId, (tx) => tx.keys.hasRoom(workspaceId, { additional, limit, now }))
  const identitiesFit = (workspaceId: string, additional: number, limit: number) =>
    change(store, workspaceId, (tx) => tx.identities.hasRoom(workspaceId, { additional, limit, now: time }))

  describe("a quota", () => {
    test("of keys has room up to its limit, and again after a deletion, an erasure and an expiry", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const [deleted, erased, expiring, kept] = [
        newKey(api),
        newKey(api),
        newKey(api, { expires: time + hour }),
        newKey(api),
      ]
      await insert(store, workspaceId, { keys: [deleted, erased, expiring, kept] })
      const room = async (now = time) => [await keysFit(workspaceId, 1, 5, now), await keysFit(workspaceId, 2, 5, now)]
      expect(await room()).toEqual([true, false])
      await insert(store, workspaceId, { keys: [newKey(api)] })
      expect(await room()).toEqual([false, false])
      await change(store, workspaceId, (tx) => tx.keys.delete([deleted.id], time))
      expect(await room()).toEqual([true, false])
      await change(store, workspaceId, (tx) => tx.keys.erase([erased.id]))
      expect(await room()).toEqual([true, true])
      expect(await keysFit(workspaceId, 3, 5)).toBe(false)
      expect(await keysFit(workspaceId, 3, 5, time + hour)).toBe(true)
      await change(store, workspaceId, (tx) => tx.apis.delete(api.id, time))
      expect(await keysFit(workspaceId, 5, 5)).toBe(true)
    })

    test("of keys counts one that no longer expires, and one that was added without a check", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const expired = newKey(api, { expires: time - 1 })
      await insert(store, workspaceId, { keys: [expired, newKey(api)] })
      expect(await keysFit(workspaceId, 2, 3)).toBe(true)
      await change(store, workspaceId, (tx) => tx.keys.update(expired, { ...expired, expires: null }))
      expect([await keysFit(workspaceId, 2, 3), await keysFit(workspaceId, 1, 3)]).toEqual([false, true])
      await insert(store, workspaceId, { keys: [newKey(api)] })
      expect(await keysFit(workspaceId, 1, 3)).toBe(false)
    })

    test("of identities has room up to its limit, and again after a deletion", async () => {
      const { workspaceId } = await addApi(store)
      const [one, other] = [newIdentity(workspaceId), newIdentity(workspaceId)]
      await insert(store, workspaceId, { identities: [one] })
      expect([await identitiesFit(workspaceId, 1, 2), await identitiesFit(workspaceId, 2, 2)]).toEqual([true, false])
      await insert(store, workspaceId, { identities: [other] })
      expect(await identitiesFit(workspaceId, 1, 2)).toBe(false)
      await change(store, workspaceId, (tx) => tx.identities.delete(one.id, time))
      expect(await identitiesFit(workspaceId, 1, 2)).toBe(true)
    })

    test("forgets what a change that failed has added", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const check = (tx: Transaction) => tx.keys.hasRoom(workspaceId, { additional: 2, limit: 2, now: time })
      expect(await change(store, workspaceId, check)).toBe(true)
      const failing = change(store, workspaceId, async (tx) => {
        await tx.keys.insert([newKey(api), newKey(api)])
        expect(await check(tx)).toBe(false)
        throw new Error("made to fail")
      })
      expect(await rejection(failing)).toMatchObject({ message: "made to fail" })
      expect(await change(store, workspaceId, check)).toBe(true)
    })

    test("is not affected by other workspaces", async () => {
      const [api, other] = [await addApi(store), await addApi(store)]
      await insert(store, other.workspaceId, { keys: [newKey(other), newKey(other)] })
      expect(await keysFit(other.workspaceId, 1, 2)).toBe(false)
      expect(await keysFit(api.workspaceId, 2, 2)).toBe(true)
    })
  })
}
