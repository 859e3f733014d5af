import { describe, expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import { noUsage } from "../port/usage.ts"
import { mintId, newIdentity, newRootKey, time } from "./new-objects.ts"
import { newTally } from "./new-tally.ts"
import { addKey, addWorkspace, change, insert } from "./stored-objects.ts"

const month = "2026-11"

export function usageConformance(store: Store): void {
  const countOf = (workspaceId: string, when = month) => store.usage.verificationsIn(workspaceId, when)

  describe("usage", () => {
    test("moves the last use forward and never back, whatever order it comes in", async () => {
      const key = await addKey(store)
      const rootKey = newRootKey(key.workspaceId)
      await change(store, key.workspaceId, (tx) => tx.rootKeys.insert(rootKey))
      const use = (at: number) =>
        store.usage.add({ ...noUsage, keys: new Map([[key.id, at]]), rootKeys: new Map([[rootKey.id, at]]) })
      const lastUses = async () => [
        (await store.keys.find(key.workspaceId, key.id))?.lastUsedAt,
        (await store.rootKeys.find(key.workspaceId, rootKey.id))?.lastUsedAt,
      ]
      expect(await lastUses()).toEqual([null, null])
      await use(time)
      expect(await lastUses()).toEqual([time, time])
      await use(time - 5)
      expect(await lastUses()).toEqual([time, time])
      await Promise.all([3, 9, 1, 7].map((later) => use(time + later)))
      expect(await lastUses()).toEqual([time + 9, time + 9])
      expect((await store.keys.find(key.workspaceId, key.id))?.updatedAt).toBeNull()
    })

    test("adds up exactly under parallel calls, per workspace and month", async () => {
      const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
      const add = (count: number) =>
        store.usage.add({
          ...noUsage,
          months: [
            { workspaceId: one.id, month, count },
            { workspaceId: other.id, month, count: 1 },
            { workspaceId: one.id, month: "2026-12", count: 1 },
          ],
        })
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)))
      expect(await countOf(one.id)).toBe(190)
      expect(await countOf(other.id)).toBe(20)
      expect(await countOf(one.id, "2026-12")).toBe(20)
      expect(await countOf(one.id, "2027-01")).toBe(0)
    })

    test("is added in whatever order others add it, many objects at a time", async () => {
      const workspaces = await Promise.all(Array.from({ length: 150 }, () => addWorkspace(store)))
      const months = workspaces.map(({ id }) => ({ workspaceId: id, month, count: 1 }))
      const verifications = Array.from({ length: 300 }, (_, index) => {
        const workspaceId = workspaces[index % 2]?.id ?? ""
        return newTally({
          workspaceId,
          keyId: `key_of_${workspaceId}_${index}`,
          identityId: index % 5 === 0 ? `id_of_${workspaceId}` : null,
          code: ["VALID", "EXPIRED", "DISABLED"][index % 3] ?? "",
        })
      })
      const orders = Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? { ...noUsage, months, verifications }
          : { ...noUsage, months: months.toReversed(), verifications: verifications.toReversed() },
      )
      await Promise.all(orders.map((usage) => store.usage.add(usage)))
      for (const { id } of workspaces) expect(await countOf(id)).toBe(8)
    })

    test("admits exactly up to the limit under parallel calls", async () => {
      const { id } = await addWorkspace(store)
      const admit = () => store.usage.admitVerification(id, month, 25)
      const admitted = await Promise.all(Array.from({ length: 60 }, admit))
      expect(admitted.filter(Boolean)).toHaveLength(25)
      expect(await countOf(id)).toBe(25)
      expect(await admit()).toBe(false)
      expect(await store.usage.admitVerification(id, month, 26)).toBe(true)
      expect(await store.usage.admitVerification(id, "2026-12", 1)).toBe(true)
    })

    test("counts what was added before against a limit, and admits nothing to a limit of 0", async () => {
      const { id } = await addWorkspace(store)
      expect(await store.usage.admitVerification(id, month, 0)).toBe(false)
      expect(await countOf(id)).toBe(0)
      await store.usage.add({ ...noUsage, months: [{ workspaceId: id, month, count: 9 }] })
      const admitted = await Promise.all(Array.from({ length: 5 }, () => store.usage.admitVerification(id, month, 12)))
      expect(admitted.filter(Boolean)).toHaveLength(3)
      await store.usage.add({ ...noUsage, months: [{ workspaceId: id, month, count: 100 }] })
      expect(await countOf(id)).toBe(112)
      expect(await store.usage.admitVerification(id, month, 112)).toBe(false)
    })

    test("is stored with the longest tags there can be, and with what came along", async () => {
      const key = await addKey(store)
      const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(384))).toString("base64")
      const tags = JSON.stringify(Array.from({ length: 20 }, noise).sort())
      const tally = newTally({ workspaceId: key.workspaceId, apiId: key.apiId, keyId: key.id, tags })
      await store.usage.add({ ...noUsage, keys: new Map([[key.id, time]]), verifications: [tally] })
      await store.usage.add({ ...noUsage, verifications: [tally, { ...tally, tags: "[]" }] })
      expect((await store.keys.find(key.workspaceId, key.id))?.lastUsedAt).toBe(time)
    })

    test("is found by the id of an identity, then by the external id of the live one, then of the last deleted one", async () => {
      const [{ id: workspaceId }, { id: foreign }] = [await addWorkspace(store), await addWorkspace(store)]
      const add = async (externalId: string, isDeleted: boolean, id = mintId("id")) => {
        await insert(store, workspaceId, { identities: [newIdentity(workspaceId, { id, externalId })] })
        if (isDeleted) await change(store, workspaceId, (tx) => tx.identities.delete(id, time))
        return id
      }
      // The live one has the least id, and must come first nevertheless.
      const [least = "", ...later] = Array.from({ length: 3 }, () => mintId("id")).toSorted()
      for (const id of later) await add("ann", true, id)
      await add("ann", false, least)
      const gone = [await add("bob", true), await add("bob", true)].toSorted()
      const named = await add(least, false)
      const references = ["ann", ...later, "bob", least, named, "nobody"]
      expect(Object.fromEntries(await store.usage.findIdentities(workspaceId, references))).toEqual({
        ...Object.fromEntries([...later, least, named].map((id) => [id, id])),
        ann: least,
        bob: gone.at(-1) ?? "",
      })
      expect(await store.usage.findIdentities(foreign, references)).toEqual(new Map())
    })

    test("of nothing changes nothing", async () => {
      expect(await store.usage.add(noUsage)).toBeUndefined()
    })
  })
}
