import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import type { Api, KeyDetails } from "../../../core/model.ts"
import { newKey } from "../../../storage/conformance/new-key.ts"
import { newIdentity, newPermission, newRatelimit, newRole } from "../../../storage/conformance/new-objects.ts"
import { addApi, insert } from "../../../storage/conformance/stored-objects.ts"
import type { KeySelection } from "../../../storage/port/keys.ts"
import { nextKeySlice } from "./key-slices.ts"

const start = { walked: 0, after: null }
const many = (count: number, make: (index: number) => KeyDetails) =>
  Array.from({ length: count }, (_, index) => make(index))
const kilobytes = (count: number) => ({ text: "x".repeat(count * 1024 - 11) })

describe.each([...engines])("a slice of keys on %s", (engine) => {
  const { store } = provideDatabase(engine)

  /** The sizes of all slices of the API with these keys. */
  const sizesOf = async (
    make: (api: Api) => Parameters<typeof insert>[2] & { readonly keys: readonly KeyDetails[] },
  ) => {
    const api = await addApi(store)
    const made = make(api)
    await insert(store, api.workspaceId, made)
    const chosen: KeySelection[] = [
      { type: "api", apiId: api.id },
      { type: "ids", ids: made.keys.map(({ id }) => id) },
    ]
    const sizes: number[][] = []
    for (const selection of chosen) {
      const walked: number[] = []
      const ids: string[] = []
      let position: { readonly walked: number; readonly after: string | null } = start
      for (;;) {
        const slice = await nextKeySlice(store, { workspaceId: api.workspaceId, selection }, position)
        walked.push(slice.keys.length)
        ids.push(...slice.keys.map(({ id }) => id))
        if (slice.isLast) break
        position = slice.end
      }
      expect(ids.toSorted()).toEqual(made.keys.map(({ id }) => id).toSorted())
      sizes.push(walked)
    }
    const [byApi = [], byIds] = sizes
    expect(byIds).toEqual(byApi)
    return byApi
  }

  test("has 100 keys at most", async () => {
    expect(await sizesOf((api) => ({ keys: many(230, () => newKey(api)) }))).toEqual([100, 100, 30])
    expect(await sizesOf((api) => ({ keys: many(100, () => newKey(api)) }))).toEqual([100])
  })

  test("has 1,000 rows at most: keys, limits and links", async () => {
    const ratelimits = () => Array.from({ length: 24 }, (_, index) => newRatelimit({ name: `limit ${index}` }))
    const permissions = Array.from({ length: 25 }, (_, index) => newPermission({ slug: `p${index}` }))
    const sizes = await sizesOf((api) => ({
      permissions,
      keys: many(45, () => newKey(api, { ratelimits: ratelimits(), directPermissions: permissions })),
    }))
    expect(sizes).toEqual([20, 20, 5])
  })

  test("counts the permissions of a role once, however many of its keys have the role", async () => {
    const permissions = Array.from({ length: 600 }, (_, index) => newPermission({ slug: `p${index}` }))
    const [shared, own] = [newRole({ name: "shared", permissions }), newRole({ name: "own", permissions })]
    const sizes = await sizesOf((api) => ({
      permissions,
      roles: [shared, own],
      keys: many(120, (index) => newKey(api, { roles: index < 110 ? [shared] : [own] })),
    }))
    expect(sizes).toEqual([100, 10, 10])
  })

  test("has 500 KiB of meta at most, that of an identity counted once", async () => {
    const heavy = (api: Api) => newKey(api, { meta: kilobytes(50) })
    expect(await sizesOf((api) => ({ keys: many(19, () => heavy(api)) }))).toEqual([9, 9, 1])
    const sizes = await sizesOf((api) => {
      const identity = newIdentity(api.workspaceId, { meta: kilobytes(50) })
      const others = Array.from({ length: 12 }, () => newIdentity(api.workspaceId, { meta: kilobytes(50) }))
      return {
        identities: [identity, ...others],
        keys: [
          ...many(50, () => newKey(api, { identity })),
          ...others.map((other) => newKey(api, { identity: other })),
        ],
      }
    })
    expect(sizes).toEqual([58, 4])
  })

  test("has at least one key, whatever the key holds", async () => {
    const permissions = Array.from({ length: 1_001 }, (_, index) => newPermission({ slug: `p${index}` }))
    const sizes = await sizesOf((api) => ({
      permissions,
      keys: many(2, () => newKey(api, { directPermissions: permissions })),
    }))
    expect(sizes).toEqual([1, 1])
  })

  test("skips ids that no key has, and names one of them", async () => {
    const api = await addApi(store)
    const [one, other] = [newKey(api), newKey(api)]
    await insert(store, api.workspaceId, { keys: [one, other] })
    const ids = [one.id, "key_unknown", other.id, one.id]
    const selection = { type: "ids", ids } as const
    const slice = await nextKeySlice(store, { workspaceId: api.workspaceId, selection }, start)
    expect(slice).toMatchObject({ missing: "key_unknown", end: { walked: 4 }, isLast: true })
    expect(slice.keys.map(({ id }) => id)).toEqual([one.id, other.id])
  })

  test("ends with the last key that one call covers", async () => {
    const api = await addApi(store)
    const keys = many(5, () => newKey(api))
    await insert(store, api.workspaceId, { keys })
    const selected = { workspaceId: api.workspaceId, selection: { type: "api", apiId: api.id } as const }
    const slice = await nextKeySlice(store, selected, { walked: 9_998, after: null })
    expect([slice.keys.length, slice.end.walked, slice.isLast]).toEqual([2, 10_000, false])
    const rest = await nextKeySlice(store, selected, { walked: 0, after: slice.end.after })
    expect([rest.keys.length, rest.isLast]).toEqual([3, true])
  })
})
