import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { countRows } from "../../test/storage/database.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

const daily = { interval: "daily", amount: 50 }

describe.each([...engines])("keys.updateKeys on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  const unchanged = watchStorage(keyward)
  let apiId: string
  let otherApi: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    otherApi = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
  })

  const add = async (entries: readonly object[], api = apiId): Promise<readonly { keyId: string; key: string }[]> =>
    (await keyward.ok("keys.createKeys", { apiId: api, keys: entries })).keys
  const some = (count: number, attributes: object = {}) => Array.from({ length: count }, () => attributes)
  const idsOf = (keys: readonly { readonly keyId: string }[]) => keys.map(({ keyId }) => keyId)
  const get = (keyId: string | undefined) => keyward.ok("keys.getKey", { keyId })
  const update = (body: object) => keyward.ok("keys.updateKeys", body)

  test("changes every field as keys.updateKey does", async () => {
    const attributes = {
      name: "Before",
      meta: { plan: "free" },
      permissions: ["docs.list"],
      credits: { remaining: 7 },
      ratelimits: [{ name: "calls", limit: 5, duration: 60_000 }],
    }
    const change = {
      name: "After",
      meta: { plan: "pro" },
      expires: clock.now + 1_000,
      enabled: false,
      ipAllowlist: ["10.0.0.0/8"],
      roles: ["reader"],
      permissions: ["docs.new"],
      ratelimits: [{ name: "calls", limit: 9, duration: 60_000 }],
      credits: { refill: daily },
    }
    const keys = await add(some(3, attributes))
    const [single, ...many] = idsOf(keys)
    expect(await update({ keyIds: many, ...change })).toEqual({ updated: 2 })
    await keyward.ok("keys.updateKey", { keyId: single, ...change })
    const { keyId: _single, start: _start, ratelimits, ...expected } = await get(single)
    for (const keyId of many) {
      const { keyId: _id, start: _ownStart, ratelimits: own, ...shown } = await get(keyId)
      expect(shown).toEqual(expected)
      expect(own).toMatchObject(ratelimits.map(({ id: _limitId, ...limit }: { id: string }) => limit))
    }
    expect((await keyward.ok("keys.verifyKey", { key: keys[1]?.key })).code).toBe("DISABLED")
  })

  test("records one event for each key that changes and none for the others, which it does not count", async () => {
    const keys = await add([{ name: "A" }, { name: "B" }, { name: "A" }])
    const [one, other, third] = idsOf(keys)
    const events = await eventsDuring(keyward, async () => {
      expect(await update({ keyIds: [one, other, third], name: "A" })).toEqual({ updated: 1 })
    })
    expect(events).toMatchObject([
      {
        type: "key.updated",
        resources: [
          { type: "key", id: other },
          { type: "api", id: apiId },
        ],
        changes: { before: { name: "B" }, after: { name: "A" } },
      },
    ])
    await unchanged(async () => expect(await update({ keyIds: [one, other, third] })).toEqual({ updated: 0 }))
    expect(await get(one)).not.toHaveProperty("updatedAt")
  })

  test("changes all keys of an API in slices, or of an identity in any API", async () => {
    const api = await createApi(keyward)
    const keys = await add(some(230, { externalId: "alice" }), api)
    const elsewhere = await add(some(2, { externalId: "alice" }), otherApi)
    const before = await countRows(keyward, "events where type = 'key.updated'")
    expect(await update({ apiId: api, enabled: false })).toEqual({ updated: 230 })
    expect(await countRows(keyward, "events where type = 'key.updated'")).toBe(before + 230)
    expect((await get(keys[229]?.keyId)).enabled).toBe(false)
    expect((await get(elsewhere[0]?.keyId)).enabled).toBe(true)
    expect(await update({ identity: "alice", enabled: false })).toEqual({ updated: 2 })
    expect((await get(elsewhere[1]?.keyId)).enabled).toBe(false)
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "nobody" })
    expect(await update({ identity: identityId, enabled: false })).toEqual({ updated: 0 })
  })

  test("changes a balance that several of the keys share once, and stores a due refill once", async () => {
    const [old] = await add([{ credits: { remaining: 3, refill: daily } }])
    const { keyId } = await keyward.ok("keys.rerollKey", { keyId: old?.keyId, expiration: 3_600_000_000 })
    clock.now = Date.parse("2026-03-16T12:00:00Z")
    const refill = { interval: "monthly", amount: 9, refillDay: 1 }
    const events = await eventsDuring(keyward, async () => {
      expect(await update({ keyIds: [old?.keyId, keyId], credits: { refill } })).toEqual({ updated: 1 })
    })
    expect(events.map(({ type }) => type)).toEqual(["key.refilled", "key.updated"])
    for (const id of [old?.keyId, keyId]) expect((await get(id)).credits).toEqual({ remaining: 50, refill })
    expect(await update({ keyIds: [keyId, old?.keyId], credits: null })).toEqual({ updated: 1 })
    for (const id of [old?.keyId, keyId]) expect(await get(id)).not.toHaveProperty("credits")
  })

  test("creates a permission that the keys get once", async () => {
    const keyIds = idsOf(await add(some(120)))
    const events = await countRows(keyward, "events where type = 'permission.created'")
    expect(await update({ keyIds, permissions: ["docs.fresh"], roles: ["reader"] })).toEqual({ updated: 120 })
    expect(await countRows(keyward, "events where type = 'permission.created'")).toBe(events + 1)
    expect((await get(keyIds[119])).permissions).toEqual(["docs.fresh", "docs.read"])
  })

  describe("changes nothing", () => {
    const refusal = async (body: object, options = {}) => {
      const reply = await keyward.call("keys.updateKeys", body, options)
      return { outcome: outcomeOf(reply), detail: reply.body.error.detail }
    }

    test("if one of the ids is unknown, wherever it is", async () => {
      const known = idsOf(await add(some(150)))
      await unchanged(async () => {
        const { outcome, detail } = await refusal({ keyIds: [...known, "key_unknown"], name: "x" })
        expect(outcome).toBe("404 data/key_not_found")
        expect(detail).toContain("key_unknown")
      })
    })

    test("without the permission for the API of every key", async () => {
      const keyIds = idsOf([
        ...(await add(some(2, { externalId: "bob" }))),
        ...(await add([{ externalId: "bob" }], otherApi)),
      ])
      const key = await keyward.createRootKey([`api.${apiId}.update_key`])
      await unchanged(async () => {
        for (const choice of [{ keyIds }, { identity: "bob" }, { apiId: otherApi }]) {
          const { outcome, detail } = await refusal({ ...choice, name: "x" }, { key })
          expect(outcome).toBe("403 authorization/insufficient_permissions")
          expect(detail).toContain(`api.${otherApi}.update_key`)
        }
      })
    })

    test("if a role or permission is unknown", async () => {
      const keyIds = idsOf(await add(some(1)))
      await unchanged(async () => {
        expect((await refusal({ keyIds, roles: ["king"] })).outcome).toBe("404 data/role_not_found")
        const permissions = ["fresh.slug", "perm_1CAiZx1YPnJZtcPxTdBGPS"]
        expect((await refusal({ keyIds, permissions })).outcome).toBe("404 data/permission_not_found")
      })
    })

    test("if one of the keys is unlimited and would get a refill", async () => {
      const limited = idsOf(await add(some(150, { credits: { remaining: 1 } })))
      const [unlimited = ""] = idsOf(await add(some(1)))
      await unchanged(async () => {
        const reply = await keyward.call("keys.updateKeys", {
          keyIds: [...limited, unlimited],
          credits: { refill: daily },
        })
        expect(reply.body.error.errors).toMatchObject([{ location: "body.credits.refill" }])
        expect(reply.body.error.errors[0].message).toContain(unlimited)
      })
    })

    test("if one of the keys would hold more than 1,000 permissions", async () => {
      const slugs = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}.${index}`)
      await keyward.ok("permissions.createRole", { name: "nine hundred", permissions: slugs("r", 900) })
      const light = idsOf(await add(some(120)))
      const [full = ""] = idsOf(await add([{ permissions: slugs("d", 101) }]))
      await unchanged(async () => {
        const { outcome, detail } = await refusal({ keyIds: [...light, full], roles: ["nine hundred"] })
        expect(outcome).toBe("412 application/precondition_failed")
        expect(detail).toContain(full)
        expect(detail).toContain("1001")
      })
      expect(await update({ keyIds: light, roles: ["nine hundred"] })).toEqual({ updated: 120 })
    })
  })

  test("refuses invalid input", () =>
    expectViolations(keyward, "keys.updateKeys", [
      [{}, "body"],
      [{ keyIds: ["k"], identity: "i" }, "body"],
      [{ keyIds: ["k"], externalId: "alice" }, "body.externalId"],
      [{ keyIds: ["k"], credits: { remaining: 5 } }, "body.credits.remaining"],
      [{ keyIds: ["k"], cursor: "abc", name: "" }, "body.cursor", "body.name"],
      [{ keyIds: ["k"], cursor: "abc" }, "body.cursor"],
      [{ apiId: "api_1", cursor: "abc" }, "body.cursor"],
      [{ keyIds: Array.from({ length: 10_001 }, () => "k") }, "body.keyIds"],
    ]))
})
