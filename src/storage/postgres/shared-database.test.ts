import { describe, expect, test } from "bun:test"
import { openDatabase, openEmptyDatabase, patience, storeOn } from "../../../test/storage/provide-database.ts"
import { addCountingIdentity } from "../conformance/counting-identity.ts"
import { balanceIdOf, limited, newKey, spent } from "../conformance/new-key.ts"
import { newHash, time } from "../conformance/new-objects.ts"
import { checkChain } from "../conformance/recorded-events.ts"
import { addApi, addKey, addKeys, change } from "../conformance/stored-objects.ts"
import { noUsage } from "../port/usage.ts"
import { migrations } from "../sql/migrations/index.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { installationOf } from "../sql/queries/installation.ts"
import { openPostgres } from "./engine.ts"

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

describe("nodes that share a PostgreSQL database", () => {
  test("migrate it at once: one applies each step, the others wait", async () => {
    await using empty = await openEmptyDatabase("postgres")
    const nodes = Array.from({ length: 5 }, () => openPostgres(empty.location, { patience }))
    const applied = await Promise.all(nodes.map(migrate))
    expect(applied.flat().toSorted()).toEqual(migrations.map(({ name }) => name).toSorted())
    for (const node of nodes) expect(await storeOn(node).checkReadiness()).toBeUndefined()
    await Promise.all(nodes.map((node) => node.close()))
  })

  test("share chains, balances, counts, claims and facts", async () => {
    await using database = await openDatabase("postgres")
    const { engine, store } = database
    const other = openPostgres(database.location, { patience })
    const stores = [store, storeOn(other)]
    // Others respect the claims of nodes that are in the list.
    for (const { nodes } of [engine, other]) await nodes?.join({ version: "1.2.3", sharesLimits: true, leaseMs: 1_000 })
    const { workspaceId, increment, count } = await addCountingIdentity(store)
    const keys = await times(5, () => addKey(store, { credits: limited(30) }))
    const balanceIds = keys.map(balanceIdOf)
    const claim = { scope: workspaceId, operation: "x", keyHash: newHash() }
    const request = { bodyHash: "b", now: time, expiresAt: time + 1 }
    const [spends, admitted, claims] = await Promise.all([
      Promise.all(
        stores.flatMap(({ credits }) =>
          [...balanceIds, ...balanceIds.toReversed()].map((balanceId) =>
            times(20, () => credits.spend({ balanceId, cost: 1, now: time })),
          ),
        ),
      ),
      Promise.all(stores.map(({ usage }) => times(20, () => usage.admitVerification(workspaceId, "2026-11", 15)))),
      Promise.all(stores.map(({ idempotency }, index) => idempotency.claim(claim, { ...request, claim: `${index}` }))),
      Promise.all(stores.map((one) => times(20, () => increment(one)))),
    ])
    expect(spends.flat().filter(({ type }) => type === "spent")).toHaveLength(150)
    for (const balanceId of balanceIds) {
      const left = await store.credits.spend({ balanceId, cost: 0, now: time })
      expect(left).toEqual(spent(0))
    }
    expect(admitted.flat().filter(Boolean)).toHaveLength(15)
    expect(claims.map(({ type }) => type).toSorted()).toEqual(["claimed", "running"])
    expect(await count()).toBe(40)
    expect(await checkChain(store, workspaceId)).toHaveLength(40)
    const nodes = [engine, other].map((node, index) => installationOf(node).agreeOn("secret", `${index}`))
    expect(new Set(await Promise.all(nodes)).size).toBe(1)
    await other.close()
  })

  test("store the uses of keys that another one is erasing, without waiting for that change", async () => {
    await using database = await openDatabase("postgres")
    const { store } = database
    const other = openPostgres(database.location, { patience })
    const api = await addApi(store)
    const keys = [newKey(api), newKey(api), newKey(api)] as const
    await addKeys(store, ...keys)
    const [first = "", second = "", third = ""] = keys.map(({ id }) => id).toSorted()
    const uses = new Map([first, second, third].map((id) => [id, time]))
    await change(store, api.workspaceId, async (tx) => {
      await tx.keys.erase([second])
      await storeOn(other).usage.add({ ...noUsage, keys: uses })
      await tx.keys.erase([first])
    })
    const left = await store.keys.listByIds(api.workspaceId, [first, second, third])
    expect(left.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([[third, time]])
    await other.close()
  })
})
