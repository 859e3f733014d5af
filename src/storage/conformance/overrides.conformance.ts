import { expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import { newNamespace, newOverride, time } from "./new-objects.ts"
import { addWorkspace, change, insert } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

export function overridesConformance(store: Store): void {
  test("an override is read as it was stored and updated, and is created again under its old id", async () => {
    const { id } = await addWorkspace(store)
    const [namespace, override] = [newNamespace(), newOverride({ identifier: "user_*", limit: 0 })]
    await insert(store, id, { namespaces: [namespace], overrides: [override] })
    const changed = { ...override, limit: 1_000_000_000, duration: 31_536_000_000 }
    await change(store, id, (tx) => tx.overrides.put(namespace.id, changed))
    expect(await store.overrides.find(namespace.id, "user_*")).toEqual(changed)
    await change(store, id, (tx) => tx.overrides.delete(override.id, time))
    expect(await store.overrides.find(namespace.id, "user_*")).toBeUndefined()
    await change(store, id, (tx) => tx.overrides.put(namespace.id, override))
    expect(await store.overrides.list(namespace.id, everything)).toEqual([override])
  })

  test("overrides are found by pattern and by equal identifier, deleted ones by neither", async () => {
    const { id } = await addWorkspace(store)
    const namespace = newNamespace()
    const overrides = ["user_1", "user_2", "*", "user_*", "User_1", "%", "user_%"].map((identifier) =>
      newOverride({ identifier }),
    )
    const deleted = ["u*", "someone"].map((identifier) => newOverride({ identifier }))
    await insert(store, id, { namespaces: [namespace], overrides: [...overrides, ...deleted] })
    await change(store, id, async (tx) => {
      for (const override of deleted) await tx.overrides.delete(override.id, time)
    })
    const { overrides: reads } = store
    const named = (found: readonly { readonly identifier: string }[]) => found.map(({ identifier }) => identifier)
    expect(named(await reads.listPatterns(namespace.id))).toEqual(["*", "user_*"])
    const wanted = ["user_2", "user_1", "user_*", "someone"]
    expect(named(await reads.listEqual(namespace.id, wanted)).toSorted()).toEqual(["user_*", "user_1", "user_2"])
    expect([await reads.count(namespace.id), await reads.countPatterns(namespace.id)]).toEqual([7, 2])
    const matcher = await reads.matcherFor(namespace.id, wanted)
    expect(wanted.map((identifier) => matcher.find(identifier)?.identifier)).toEqual([
      "user_2",
      "user_1",
      "user_*",
      "*",
    ])
  })

  test("every pattern of a namespace is listed, however many there are", async () => {
    const { id } = await addWorkspace(store)
    const namespace = newNamespace()
    const patterns = Array.from({ length: 2_001 }, (_, index) => newOverride({ identifier: `${index}_*` }))
    await insert(store, id, { namespaces: [namespace], overrides: patterns })
    expect(await store.overrides.listPatterns(namespace.id)).toEqual(patterns)
  })
}
