import { beforeAll, describe, expect, test } from "bun:test"
import type { Api, Identity, KeyDetails, Permission } from "../../core/model.ts"
import type { EventFilter } from "../port/events.ts"
import type { Store } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newApi, newIdentity, newPermission, time } from "./new-objects.ts"
import { addWorkspace, change, insertIn } from "./stored-objects.ts"
import { everyEvent, everyKey } from "./whole-lists.ts"

/** More than two steps of a scan, and the places at which one ends. */
const count = 4_100
const places = new Set([0, 1_998, 1_999, 2_000, 2_001, 3_999, 4_000, 4_099])

/** A list whose filter has no index scans all objects, and finds the matching ones anywhere. */
export function scansConformance(store: Store): void {
  describe("a filter that few of thousands fit", () => {
    let workspaceId: string
    let api: Api
    let identities: readonly Identity[]
    let keys: readonly KeyDetails[]
    let permissions: readonly Permission[]
    const nameOf = (index: number) => (places.has(index) ? "Needle" : "hay")
    const fitting = <T>(all: readonly T[]) => all.filter((_, index) => places.has(index))

    beforeAll(async () => {
      const { id } = await addWorkspace(store)
      workspaceId = id
      api = newApi(id)
      const numbers = Array.from({ length: count }, (_, index) => index)
      identities = numbers.map((index) => newIdentity(id, { externalId: `${nameOf(index)} ${index}` }))
      keys = numbers.map((index) => newKey(api, { name: nameOf(index), enabled: !places.has(index) }))
      permissions = numbers.map((index) => newPermission({ slug: `${nameOf(index)}.${index}` }))
      await change(store, id, async (tx) => {
        await insertIn(tx, id, { apis: [api], identities, permissions, keys })
        for (const [index, key] of keys.entries()) {
          tx.record({
            type: places.has(index) ? "key.deleted" : "key.created",
            workspaceId: id,
            resources: [{ type: "key", id: key.id }],
            changes: { before: null, after: null },
          })
        }
      })
    })

    const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
    /** Every page of so many, one after the other. */
    const walk = async <T extends { readonly id: string }>(
      limit: number,
      list: (query: { limit: number; after: string | undefined }) => Promise<readonly T[]>,
    ) => {
      const found: string[] = []
      for (;;) {
        const page = idsOf(await list({ limit, after: found.at(-1) }))
        found.push(...page)
        if (page.length < limit) return found
      }
    }

    test.each([1, 3, 100])("finds every identity, permission and key, in pages of %d", async (limit) => {
      const { identities: people, permissions: rights, keys: held } = store
      const search = "needle"
      expect(await walk(limit, (query) => people.list(workspaceId, { ...query, search }))).toEqual(
        idsOf(fitting(identities)),
      )
      expect(await walk(limit, (query) => rights.list(workspaceId, { ...query, search }))).toEqual(
        idsOf(fitting(permissions)),
      )
      const disabled = { status: { name: "disabled", now: time } } as const
      const filters = [
        { search },
        { enabled: false },
        disabled,
        { search, apiId: api.id },
        { enabled: false, apiId: api.id },
        { ...disabled, apiId: api.id },
      ]
      for (const filter of filters) {
        const found = await walk(limit, (query) => held.list(workspaceId, { ...everyKey, ...query, ...filter }))
        expect(found).toEqual(idsOf(fitting(keys)))
        const newest = { ...filter, isDescending: true }
        const backwards = await walk(limit, (query) => held.list(workspaceId, { ...everyKey, ...query, ...newest }))
        expect(backwards).toEqual(found.toReversed())
      }
      const newest = await walk(limit, (query) => people.list(workspaceId, { ...query, search, isDescending: true }))
      expect(newest).toEqual(idsOf(fitting(identities)).toReversed())
    })

    test("finds nothing where nothing fits", async () => {
      const query = { ...everyKey, search: "nothing at all" }
      expect(await store.keys.list(workspaceId, query)).toEqual([])
      expect(await store.keys.list(workspaceId, { ...query, apiId: api.id })).toEqual([])
      expect(await store.identities.list(workspaceId, query)).toEqual([])
    })

    test("finds every event, newest first, in pages too", async () => {
      const filter: EventFilter = { ...everyEvent, limit: 3, workspaceId, types: ["key.deleted"] }
      const found: string[] = []
      let before: number | undefined
      for (;;) {
        const page = await store.events.list({ ...filter, before })
        found.push(...page.map(({ resources: [key] }) => key?.id ?? ""))
        before = page.at(-1)?.sequence
        if (page.length < filter.limit) break
      }
      expect(found).toEqual(idsOf(fitting(keys)).toReversed())
      const fromStart = await store.events.list({ ...filter, after: 0, limit: 1_000 })
      expect(fromStart.map(({ resources: [key] }) => key?.id)).toEqual(idsOf(fitting(keys)))
      expect(await store.events.list({ ...filter, types: ["api.deleted"] })).toEqual([])
    })
  })
}
