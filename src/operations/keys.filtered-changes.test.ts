import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { whilePoisoned } from "../../test/slices/while-poisoned.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

describe.each([...engines])("changes of the keys that match a filter on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  const unchanged = watchStorage(keyward)
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
  })

  const add = async (entries: readonly object[], api = apiId): Promise<readonly string[]> => {
    const { keys } = await keyward.ok("keys.createKeys", { apiId: api, keys: entries })
    return keys.map(({ keyId }: { keyId: string }) => keyId)
  }
  const some = (count: number, attributes: object = {}) => Array.from({ length: count }, () => attributes)
  const disabled = async (filter: object): Promise<number> => {
    const body = { ...filter, enabled: false, count: true, limit: 1 }
    return (await keyward.call("keys.listKeys", body)).body.pagination.total
  }
  const refuses = (body: object, location: string) => expectViolations(keyward, "keys.updateKeys", [[body, location]])
  const update = (body: object) => keyward.call("keys.updateKeys", body)

  test("accept every filter of keys.listKeys", async () => {
    const own = await createApi(keyward)
    const [target] = await add(
      [
        {
          name: "Target",
          externalId: "customer_1",
          expires: clock.now - 1,
          roles: ["reader"],
          ratelimits: [{ name: "calls", limit: 5, duration: 60_000 }],
        },
        { name: "Other" },
      ],
      own,
    )
    const { identity } = await keyward.ok("keys.getKey", { keyId: target })
    const filters = [
      { externalId: "customer_1" },
      { identityId: identity.identityId },
      { enabled: true, search: "arge" },
      { status: "expired" },
      { expiresBefore: clock.now },
      { role: "reader" },
      { permission: "docs.read" },
      { ratelimit: "calls" },
      { search: target },
    ]
    for (const [index, filter] of filters.entries()) {
      const reply = await update({ filter: { apiId: own, ...filter }, expected: 1, meta: { index } })
      expect(reply.body.data).toEqual({ updated: 1, skipped: 0 })
      expect((await keyward.ok("keys.getKey", { keyId: target })).meta).toEqual({ index })
    }
    const [other] = (await keyward.ok("keys.listKeys", { apiId: own, search: "Other" })) as { meta?: object }[]
    expect(other?.meta).toEqual({})
    expect((await update({ filter: { externalId: "nobody" }, expected: 0 })).body.data).toEqual({
      updated: 0,
      skipped: 0,
    })
  })

  test("change nothing if another number of keys matches, and name it", async () => {
    await add(some(3, { name: "counted" }))
    const filter = { search: "counted" }
    await unchanged(async () => {
      for (const expected of [0, 2, 4]) {
        const refused = await update({ filter, expected, enabled: false })
        expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
        expect(refused.body.error.detail).toContain("3 keys match")
        const kept = await keyward.call("keys.deleteKeys", { filter, expected })
        expect(outcomeOf(kept)).toBe("412 application/precondition_failed")
      }
    })
    expect((await update({ filter, expected: 3, enabled: false })).body.data).toEqual({ updated: 3, skipped: 0 })
    expect(await keyward.ok("keys.deleteKeys", { filter, expected: 3 })).toEqual({ deleted: 3, skipped: 0 })
    expect((await keyward.call("keys.listKeys", { ...filter })).body.data).toEqual([])
  })

  test("go in slices over keys that stop matching while they change", async () => {
    const own = await createApi(keyward)
    await add(some(250, {}), own)
    const filter = { apiId: own, status: "active" }
    const events = await eventsDuring(keyward, async () => {
      expect((await update({ filter, expected: 250, enabled: false })).body.data).toEqual({ updated: 250, skipped: 0 })
    })
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1)
    expect(await disabled({ apiId: own })).toBe(250)
    const [{ requestId } = { requestId: "" }] = events
    const listed = await keyward.call("events.listEvents", { requestId, limit: 100 })
    expect(listed.body.data.every((event: { requestId: string }) => event.requestId === requestId)).toBe(true)
    expect(listed.body.pagination.hasMore).toBe(true)
    expect((await keyward.call("events.listEvents", { requestId: "req_unknown" })).body.data).toEqual([])
  })

  test("continue with a cursor without counting again, and leave out keys that changed or came since", async () => {
    const own = await createApi(keyward)
    const ids = await add(some(30, {}), own)
    const body = { filter: { apiId: own, enabled: true }, expected: 30, limit: 10, enabled: false }
    const first = (await update(body)).body.data
    expect(first).toEqual({ updated: 10, cursor: expect.any(String) })
    clock.now += 1_000
    await keyward.ok("keys.updateKey", { keyId: ids[15], name: "Changed" })
    await keyward.ok("keys.deleteKey", { keyId: ids[16] })
    const [late] = await add([{}], own)
    const second = (await update({ ...body, cursor: first.cursor })).body.data
    expect(second.updated).toBe(10)
    const third = (await update({ ...body, cursor: second.cursor })).body.data
    expect(third).toEqual({ updated: 8, skipped: 2 })
    for (const keyId of [ids[15], late]) expect((await keyward.ok("keys.getKey", { keyId })).enabled).toBe(true)
    expect(await disabled({ apiId: own })).toBe(28)
    // The cursor belongs to its filter.
    for (const other of [
      { ...body, filter: { apiId: own } },
      { apiId: own, limit: 10, enabled: false },
    ]) {
      await refuses({ ...other, cursor: first.cursor }, "body.cursor")
    }
    const ofApi = (await update({ apiId: own, limit: 5, name: "Five" })).body.data
    expect(ofApi.updated).toBe(5)
    await refuses({ ...body, cursor: ofApi.cursor }, "body.cursor")
    expect((await update({ apiId: own, name: "Five", cursor: ofApi.cursor })).body.data).toEqual({ updated: 25 })
  })

  test("continue after a failure with the same Idempotency-Key, although fewer keys match by then", async () => {
    const own = await createApi(keyward)
    await add([...some(250, {}), { name: "poison" }], own)
    const body = { filter: { apiId: own, enabled: true }, expected: 251, enabled: false }
    const options = { headers: { "Idempotency-Key": randomUUID() } }
    const failed = await whilePoisoned(keyward, "update", () => keyward.call("keys.updateKeys", body, options))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(await disabled({ apiId: own })).toBe(200)
    await keyward.restart()
    const resumed = await keyward.call("keys.updateKeys", body, options)
    expect(resumed.body.data).toEqual({ updated: 251, skipped: 0 })
  })

  test("need the rights to list the keys and to change each of them", async () => {
    const [one, other] = [await createApi(keyward), await createApi(keyward)]
    for (const api of [one, other]) await add(some(2, { name: "granted" }), api)
    const rootKeyWith = async (...permissions: readonly string[]) =>
      (await keyward.ok("rootKeys.createRootKey", { permissions })).rootKey as string
    const call = (key: string, filter: object, expected: number) =>
      keyward.call("keys.updateKeys", { filter, expected, meta: { by: "filter" } }, { key })
    const reads = [`api.${one}.read_key`, `api.${one}.update_key`]
    const across = { search: "granted" }
    const cases = [
      [await rootKeyWith(...reads), across, "api.*.read_key"],
      [await rootKeyWith("api.*.read_key", `api.${one}.update_key`), across, `api.${other}.update_key`],
      [await rootKeyWith(`api.${one}.update_key`), { ...across, apiId: one }, `api.${one}.read_key`],
      [await rootKeyWith(...reads), { ...across, apiId: other }, `api.${other}.update_key`],
    ] as const
    await unchanged(async () => {
      for (const [key, filter, missing] of cases) {
        // The number is not told to a caller without the right to count.
        const refused = await call(key, filter, 1)
        expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
        expect(refused.body.error.detail).toContain(missing)
      }
    })
    expect((await call(await rootKeyWith(...reads), { ...across, apiId: one }, 2)).body.data.updated).toBe(2)
    expect((await call(await rootKeyWith("api.*.read_key", "api.*.update_key"), across, 4)).body.data.updated).toBe(2)
  })

  test("never reach the keys of another workspace", async () => {
    const stranger = await keyward.createWorkspace()
    const foreign = await keyward.ok("apis.createApi", { name: "Foreign" }, { key: stranger.rootKey })
    const keys = some(2, { name: "foreign" })
    await keyward.ok("keys.createKeys", { apiId: foreign.apiId, keys }, { key: stranger.rootKey })
    const reply = await update({ filter: { search: "foreign" }, expected: 2, enabled: false })
    expect(reply.body.error.detail).toContain("0 keys match")
    const named = await update({ filter: { apiId: foreign.apiId }, expected: 2, enabled: false })
    expect(outcomeOf(named)).toBe("404 data/api_not_found")
  })

  test("refuse what contradicts itself", async () => {
    await unchanged(async () => {
      await refuses({ filter: {}, enabled: false }, "body.expected")
      await refuses({ apiId, expected: 1 }, "body.expected")
      await refuses({ filter: {}, expected: 10_001 }, "body.expected")
      await refuses({ filter: {}, expected: -1 }, "body.expected")
      await refuses({ filter: { order: "asc" }, expected: 1 }, "body.filter.order")
      await refuses({ filter: { status: "gone" }, expected: 1 }, "body.filter.status")
      await refuses({ keyIds: ["key_1"], limit: 1 }, "body.limit")
      await refuses({ filter: {}, expected: 1, limit: 0 }, "body.limit")
      await refuses({ filter: {}, expected: 1, apiId }, "body")
      for (const filter of [{ role: "none" }, { permission: "none" }, { apiId: "api_none" }]) {
        expect(outcomeOf(await update({ filter, expected: 1, enabled: false }))).toStartWith("404")
      }
    })
  })
})
