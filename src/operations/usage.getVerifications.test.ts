import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = Date.UTC(2026, 2, 10, 12, 30)

/** test/properties/usage.test.ts compares the counts with a model. */
describe.each([...engines])("usage.getVerifications on %s", (engine) => {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  beforeEach(async () => {
    clock.now = start
    own = await keyward.createWorkspace()
  })

  const ok = (operation: string, body: unknown) => keyward.ok(operation, body, { key: own.rootKey })
  const call = (body: object, key = own.rootKey) => keyward.call("usage.getVerifications", body, { key })
  const get = async (body: object) => (await call({ from: start - hourMs, ...body })).body.data
  const verify = (key: string, more: object = {}) => ok("keys.verifyKey", { key, ...more })
  /** Counts are stored shortly after the verification. */
  const counted = async (total: number, body: object = {}) => {
    while ((await get({ interval: "total", ...body })).total < total) await Bun.sleep(20)
  }

  test("returns a dense series in the finest interval of at most 120 points", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    await verify(key)
    clock.now += 60_000
    await verify(key)
    await counted(2)
    const data = await get({ from: start - 60_000 })
    expect(data).toMatchObject({
      interval: "minute",
      from: start - 60_000,
      to: start + 60_000,
      times: [start - 60_000, start],
      total: 1,
    })
    const wider = await get({ from: start - 60_000, to: start + 2 * 60_000 })
    expect(wider.groups).toEqual([{ code: "VALID", total: 2, credits: 0, counts: [0, 1, 1], creditCounts: [0, 0, 0] }])
    for (const [from, interval] of [
      [start - hourMs, "minute"],
      [start - 3 * hourMs, "hour"],
      [start - 100 * hourMs, "hour"],
      [start - 8 * dayMs, "day"],
      [start - 300 * dayMs, "month"],
      [0, "total"],
    ]) {
      expect([from, (await get({ from })).interval]).toEqual([from, interval])
    }
  })

  test("returns a series for each of 100 keys, as a page of keys shows them", async () => {
    const { apiId } = await ok("apis.createApi", { name: "page" })
    const keys = Array.from({ length: 100 }, (_, index) => ({ name: `Key ${index}` }))
    const created: { keyId: string; key: string }[] = (await ok("keys.createKeys", { apiId, keys })).keys
    const used = created.slice(0, 99)
    for (const { key } of used) await verify(key)
    await verify(used[0]?.key ?? "")
    await counted(100)
    const keyIds = created.map(({ keyId }) => keyId)
    const page = { from: start - dayMs, interval: "hour", groupBy: ["key"], keyIds }
    const { groups, times, total } = await get({ ...page, limit: 100 })
    // A key that was not used has no group.
    expect(groups.map(({ keyId }: { keyId: string }) => keyId).toSorted()).toEqual(keyIds.slice(0, 99).toSorted())
    expect(groups[0]).toMatchObject({ keyId: used[0]?.keyId, total: 2, name: "Key 0" })
    for (const { counts } of groups) expect(counts).toHaveLength(times.length)
    expect(total).toBe(100)
    const fewer = await get({ ...page, limit: 10 })
    expect(fewer.groups).toHaveLength(11)
    expect(fewer.groups.at(-1)).toMatchObject({ other: true, total: 89 })
  })

  test("keeps the history of deleted keys, APIs and identities, and erases the name of an erased key", async () => {
    const kept = await createKey(keyward, { name: "Kept", externalId: "ann" }, own.rootKey)
    const erased = await createKey(keyward, { name: "Erased", apiId: kept.apiId }, own.rootKey)
    for (const { key } of [kept, kept, erased]) await verify(key)
    await counted(3)
    const { identityId } = await ok("identities.getIdentity", { externalId: "ann" })
    await ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
    await ok("keys.deleteKey", { keyId: kept.keyId })
    await ok("identities.deleteIdentity", { identity: "ann" })
    await ok("apis.deleteApi", { apiId: kept.apiId })
    const { groups } = await get({ apiId: kept.apiId, groupBy: ["key", "identity"], interval: "total" })
    expect(groups).toEqual([
      {
        keyId: kept.keyId,
        name: "Kept",
        identity: { id: identityId, externalId: "ann" },
        total: 2,
        credits: 0,
        counts: [2],
        creditCounts: [0],
      },
      { keyId: erased.keyId, total: 1, credits: 0, counts: [1], creditCounts: [0] },
    ])
    for (const filter of [{ keyIds: [erased.keyId] }, { identity: identityId }, { identity: "ann" }]) {
      expect((await call({ from: start, ...filter })).status).toBe(200)
    }
  })

  test("needs the right for the API of each key, or for the identity alone", async () => {
    const one = await createKey(keyward, { externalId: "ann" }, own.rootKey)
    const other = await createKey(keyward, { externalId: "bob" }, own.rootKey)
    const { identityId } = await ok("identities.getIdentity", { externalId: "ann" })
    const ofApi = await keyward.createRootKey([`api.${one.apiId}.read_usage`], own)
    const ofIdentity = await keyward.createRootKey([`identity.${identityId}.read_usage`], own)
    const status = async (key: string, filter: object) => (await call({ from: start, ...filter }, key)).status
    expect(await status(ofApi, { apiId: one.apiId })).toBe(200)
    expect(await status(ofApi, { keyIds: [one.keyId] })).toBe(200)
    expect(await status(ofApi, { keyIds: [one.keyId, other.keyId] })).toBe(403)
    expect(await status(ofApi, {})).toBe(403)
    expect(await status(ofApi, { identity: "ann" })).toBe(403)
    expect(await status(ofIdentity, { identity: "ann" })).toBe(200)
    expect(await status(ofIdentity, { identity: "bob" })).toBe(403)
    expect(await status(ofIdentity, {})).toBe(403)
  })

  test("refuses a range that is finer than what is kept, and names the oldest `from`", async () => {
    const oldestMinute = Date.UTC(2026, 2, 8, 12)
    const oldestHour = Date.UTC(2026, 2, 10) - 400 * dayMs
    const violation = async (body: object) => (await call(body)).body.error?.errors[0]
    expect((await violation({ from: oldestMinute - 1, to: oldestMinute, interval: "minute" })).message).toContain(
      `at least ${oldestMinute} (2026-03-08T12:00:00.000Z)`,
    )
    expect((await call({ from: oldestMinute, to: oldestMinute + 60_000, interval: "minute" })).status).toBe(200)
    const tooOld = { from: oldestHour - 1, to: oldestHour + hourMs }
    expect((await violation({ ...tooOld, interval: "hour" })).message).toContain(`at least ${oldestHour}`)
    expect(await violation({ ...tooOld, interval: "day", tag: "a" })).toMatchObject({ location: "body.from" })
    expect((await call({ ...tooOld, interval: "day" })).status).toBe(200)
    expect(await violation({ from: start, to: start })).toMatchObject({ location: "body.to" })
    expect(await violation({ from: start - 26 * hourMs, interval: "minute" })).toMatchObject({
      location: "body.interval",
    })
    expect(await violation({ from: start, interval: "minute", groupBy: ["tag"] })).toMatchObject({
      location: "body.interval",
    })
    expect(await violation({ from: start, groupBy: ["key", "key"] })).toMatchObject({ location: "body.groupBy" })
  })

  test("says so if the tags of some verifications are not counted separately", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    for (let number = 0; number < 103; number += 1) await verify(key, { tags: [`t${number}`] })
    await counted(103)
    const data = await get({ interval: "hour", groupBy: ["tag"], limit: 100 })
    expect(data.tagsIncomplete).toBe(true)
    expect(data.groups[0]).toMatchObject({ folded: true, total: 3 })
    expect((await get({ interval: "hour", groupBy: ["code"] })).tagsIncomplete).toBeUndefined()
  })

  test("shows an operator any workspace, even a deleted one, and a root key only its own", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    await verify(key)
    await counted(1)
    const body = { from: start, interval: "total", workspaceId: own.workspaceId }
    await keyward.ok(
      "workspaces.disableWorkspace",
      { ...own, reason: "account_closure", ...withoutKeys },
      keyward.operator,
    )
    await keyward.ok("workspaces.deleteWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect((await keyward.ok("usage.getVerifications", body, keyward.operator)).total).toBe(1)
    expect((await keyward.call("usage.getVerifications", { from: start }, keyward.operator)).status).toBe(400)
    const foreign = await keyward.call("usage.getVerifications", { ...body, workspaceId: own.workspaceId })
    expect(foreign.status).toBe(404)
  })
})

/** A workspace is named by its id alone. */
const withoutKeys = { rootKey: undefined, rootKeyId: undefined }
