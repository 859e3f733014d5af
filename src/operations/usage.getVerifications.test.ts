import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { addLongLabels } from "../../test/transfer/large-labels.ts"

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

  test("returns a series for each of 100 keys or customers, as a page of them shows it", async () => {
    const { apiId } = await ok("apis.createApi", { name: "page" })
    const keys = Array.from({ length: 101 }, (_, index) => ({ name: `Key ${index}`, externalId: `user_${index}` }))
    const created: { keyId: string; key: string }[] = (await ok("keys.createKeys", { apiId, keys })).keys
    for (const { key } of [...created.slice(1), ...created.slice(7, 8)]) await verify(key)
    await counted(101)
    const keyIds = created.map(({ keyId }) => keyId)
    const users = keys.map(({ externalId }) => externalId)
    const pages = [
      { by: "key", names: keyIds, filter: { keyIds: keyIds.slice(0, 100) } },
      { by: "identity", names: users, filter: { identities: users.slice(0, 100) } },
    ]
    for (const { by, names, filter } of pages) {
      const page = { from: start - dayMs, interval: "hour", groupBy: [by], ...filter }
      const { groups, times, total } = await get({ ...page, limit: 100 })
      // The first was not used, so it has no group.
      expect(groups.map(shownName).toSorted()).toEqual(names.slice(1, 100).toSorted())
      expect(groups[0].total).toBe(2)
      expect(shownName(groups[0])).toBe(names[7] ?? "")
      for (const { counts } of groups) expect(counts).toHaveLength(times.length)
      expect(total).toBe(100)
      expect((await get({ ...page, limit: 99 })).groups.map(shownName).toSorted()).toEqual(
        names.slice(1, 100).toSorted(),
      )
      const fewer = await get({ ...page, limit: 10 })
      expect(fewer.groups).toHaveLength(11)
      expect(fewer.groups.at(-1)).toMatchObject({ other: true, total: 89 })
    }
  })

  test("counts only the named identities, each once, and combines them with every other filter", async () => {
    const ann = await createKey(keyward, { externalId: "ann" }, own.rootKey)
    const bob = await createKey(keyward, { externalId: "bob", enabled: false }, own.rootKey)
    const unnamed = await createKey(keyward, { externalId: "eve" }, own.rootKey)
    const { identityId } = await ok("identities.getIdentity", { externalId: "ann" })
    await verify(ann.key, { tags: ["a"] })
    for (const { key } of [ann, bob, bob, bob, unnamed]) await verify(key)
    await verify("unknown")
    await counted(7)
    const total = async (filter: object) => (await get({ interval: "total", groupBy: ["code"], ...filter })).total
    const identities = ["ann", "bob", identityId, "ann"]
    expect(await total({ identities })).toBe(5)
    expect(await total({ identities: [identityId] })).toBe(2)
    expect(await total({ identities, apiId: bob.apiId })).toBe(3)
    expect(await total({ identities, keyIds: [ann.keyId, unnamed.keyId] })).toBe(2)
    expect(await total({ identities, codes: ["DISABLED"] })).toBe(3)
    expect(await total({ identities, tag: "a" })).toBe(1)
    const { groups, ...rest } = await get({ interval: "total", groupBy: ["identity"], limit: 2, identities })
    expect(groups.map(shownName)).toEqual(["bob", "ann"])
    expect(rest.refusedByQuota).toBeUndefined()
  })

  test("refuses identities that never existed, and the singular beside the plural", async () => {
    await ok("identities.createIdentity", { externalId: "ann" })
    const other = await keyward.createWorkspace()
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "eve" }, { key: other.rootKey })
    for (const stranger of ["nobody", "eve", identityId]) {
      const refused = await call({ from: start, identities: ["ann", stranger] })
      expect(refused.status).toBe(404)
      expect(refused.body.error.type).toEndWith("/data/identity_not_found")
    }
    const both = await call({ from: start, identity: "ann", identities: ["ann"] })
    expect(both.status).toBe(400)
    expect(both.body.error.errors).toMatchObject([
      { location: "body.identities", message: "must be absent beside `identity`" },
    ])
    for (const identities of [[], Array.from({ length: 101 }, () => "ann")]) {
      expect((await call({ from: start, identities })).body.error.errors).toMatchObject([
        { location: "body.identities" },
      ])
    }
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
    for (const filter of [{ keyIds: [erased.keyId] }, { identity: identityId }, { identities: ["ann", identityId] }]) {
      expect((await call({ from: start, ...filter })).status).toBe(200)
    }
    expect((await get({ identity: "ann", interval: "total" })).total).toBe(2)
  })

  test("needs the right for the API of each key, or for each identity", async () => {
    const one = await createKey(keyward, { externalId: "ann" }, own.rootKey)
    const other = await createKey(keyward, { externalId: "bob" }, own.rootKey)
    const { identityId } = await ok("identities.getIdentity", { externalId: "ann" })
    const ofApi = await keyward.createRootKey([`api.${one.apiId}.read_usage`], own)
    const ofIdentity = await keyward.createRootKey([`identity.${identityId}.read_usage`], own)
    const ofAll = await keyward.createRootKey(["identity.*.read_usage"], own)
    const status = async (key: string, filter: object) => (await call({ from: start, ...filter }, key)).status
    expect(await status(ofApi, { apiId: one.apiId })).toBe(200)
    expect(await status(ofApi, { keyIds: [one.keyId] })).toBe(200)
    expect(await status(ofApi, { keyIds: [one.keyId, other.keyId] })).toBe(403)
    expect(await status(ofApi, {})).toBe(403)
    expect(await status(ofApi, { identity: "ann" })).toBe(403)
    expect(await status(ofIdentity, { identity: "ann" })).toBe(200)
    expect(await status(ofIdentity, { identity: "bob" })).toBe(403)
    expect(await status(ofIdentity, { identities: ["ann", identityId] })).toBe(200)
    expect(await status(ofIdentity, { identities: ["ann", "bob"] })).toBe(403)
    expect(await status(ofAll, { identities: ["ann", "bob"] })).toBe(200)
    expect(await status(ofApi, { identities: ["ann"] })).toBe(403)
    expect(await status(ofApi, { identities: ["ann", "bob"], apiId: one.apiId })).toBe(200)
    expect(await status(own.rootKey, { identities: ["ann", "bob"] })).toBe(200)
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

  test("refuses a time with more tags than one request counts, and names what is narrower", async () => {
    const tagged = await createKey(keyward, {}, own.rootKey)
    const other = await createKey(keyward, {}, own.rootKey)
    await verify(tagged.key, { tags: ["a"] })
    await verify(other.key, { tags: ["b"] })
    await counted(2)
    const { apiId } = tagged
    await addLongLabels(keyward, apiId)
    const byTag = { from: start - hourMs, interval: "hour", groupBy: ["tag"] }
    for (const body of [byTag, { ...byTag, groupBy: ["code"], tag: "a" }, { ...byTag, apiId }]) {
      const reply = await call(body)
      expect(outcomeOf(reply)).toBe("400 application/invalid_input")
      expect(reply.body.error.errors).toEqual([
        {
          location: "body.from",
          message: "begins a time with more tag sets than one request counts",
          fix: "Choose a shorter time, or filter by API, key or identity.",
        },
      ])
    }
    const narrower = await get({ ...byTag, keyIds: [other.keyId] })
    expect(narrower.groups).toMatchObject([{ tag: "b", total: 1 }])
    expect((await get({ ...byTag, to: start - hourMs / 2 })).total).toBe(0)
    expect((await get({ interval: "total", groupBy: ["key"] })).total).toBe(2)
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

interface ShownGroup {
  readonly keyId?: string
  readonly identity?: { readonly externalId: string }
}

function shownName({ keyId, identity }: ShownGroup): string {
  return keyId ?? identity?.externalId ?? ""
}

/** A workspace is named by its id alone. */
const withoutKeys = { rootKey: undefined, rootKeyId: undefined }
