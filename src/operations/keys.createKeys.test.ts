import { Database } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createApi, eventsDuring, keyInEvents, withEncryption } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { countRows, queryDatabase } from "../../test/storage/database.ts"
import { onceFree } from "../../test/storage/once-free.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

interface Issued {
  readonly keyId: string
  readonly key: string
}

describe.each([...engines])("keys.createKeys on %s", (engine) => {
  const keyward = serveKeyward({ engine, environment: withEncryption() })
  const unchanged = watchStorage(keyward)
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("apis.updateApi", { apiId, defaultPrefix: "acme", defaultBytes: 20 })
    await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write"] })
  })

  const create = async (keys: readonly object[]): Promise<readonly Issued[]> =>
    (await keyward.ok("keys.createKeys", { apiId, keys })).keys
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })
  const entries = (count: number, attributes: object = {}) => Array.from({ length: count }, () => attributes)

  test("creates what keys.createKey creates, in request order", async () => {
    const wanted = [
      { name: "plain" },
      {
        name: "full",
        prefix: "other",
        byteLength: 32,
        externalId: "alice",
        meta: { plan: "pro" },
        roles: ["editor"],
        permissions: ["docs.read"],
        expires: 4_000_000_000_000,
        credits: { remaining: 3, refill: { interval: "monthly", amount: 9, refillDay: 31 } },
        ratelimits: [{ name: "calls", limit: 5, duration: 60_000, autoApply: true }],
        enabled: false,
        recoverable: true,
        ipAllowlist: ["10.0.0.0/8"],
      },
    ]
    const created = await create(wanted)
    expect(created).toHaveLength(2)
    for (const [index, body] of wanted.entries()) {
      const { keyId, key } = created[index] ?? { keyId: "", key: "" }
      const single = await keyward.ok("keys.createKey", { apiId, ...body })
      const { keyId: _id, createdAt: _time, start, ratelimits, ...shown } = await get(keyId)
      const {
        keyId: _otherId,
        createdAt: _otherTime,
        start: _start,
        ratelimits: others,
        ...same
      } = await get(single.keyId)
      expect(shown).toEqual(same)
      expect(key).toStartWith(start)
      expect(key.length).toBeWithin(single.key.length - 2, single.key.length + 3)
      const limitsOf = (limits: readonly { id: string }[]) => limits.map(({ id: _limitId, ...limit }) => limit)
      expect(limitsOf(ratelimits)).toEqual(limitsOf(others))
    }
    expect(await keyward.ok("keys.verifyKey", { key: created[0]?.key })).toMatchObject({ code: "VALID", name: "plain" })
    expect((await keyward.ok("keys.getKey", { keyId: created[1]?.keyId, decrypt: true })).plaintext).toBe(
      created[1]?.key ?? "",
    )
  })

  test("records one event for each key, and one for each new identity and permission", async () => {
    let created: readonly Issued[] = []
    const events = await eventsDuring(keyward, async () => {
      created = await create([
        { externalId: "bob", permissions: ["new.one"] },
        { externalId: "bob", permissions: ["new.one"], credits: { remaining: 1 } },
      ])
    })
    expect(events.map(({ type }) => type)).toEqual([
      "permission.created",
      "identity.created",
      "key.created",
      "key.created",
    ])
    for (const [index, { keyId }] of created.entries()) {
      const event = events[index + 2]
      expect(event?.resources.slice(0, 2)).toEqual([
        { type: "key", id: keyId },
        { type: "api", id: apiId },
      ])
      expect(event?.changes).toEqual({ before: null, after: keyInEvents(await get(keyId), ["new.one"]) })
    }
    const [one, other] = await Promise.all(created.map(({ keyId }) => get(keyId)))
    expect(one.identity.id).toBe(other.identity.id)
    const texts = JSON.stringify(events)
    for (const { key } of created) expect(texts).not.toContain(key)
  })

  test("creates 1,000 keys, all different", async () => {
    const created = await create(entries(1_000, { name: "of a thousand" }))
    expect(new Set(created.map(({ keyId }) => keyId)).size).toBe(1_000)
    expect(new Set(created.map(({ key }) => key)).size).toBe(1_000)
    expect(await countRows(keyward, "keys where name = 'of a thousand'")).toBe(1_000)
    expect((await keyward.ok("keys.verifyKey", { key: created[999]?.key })).keyId).toBe(created[999]?.keyId)
  })

  test("returns the same secrets to a repetition, which are encrypted until then", async () => {
    const options = { headers: { "Idempotency-Key": `repeated ${engine}`.replace(" ", "-") } }
    const body = { apiId, keys: entries(3, { name: "repeated" }) }
    const first = await keyward.call("keys.createKeys", body, options)
    const again = await keyward.call("keys.createKeys", body, options)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(again.body.data).toEqual(first.body.data)
    expect(await countRows(keyward, "keys where name = 'repeated'")).toBe(3)
    const stored = JSON.stringify(await queryDatabase(keyward, "select response from idempotency"))
    for (const { key } of first.body.data.keys) expect(stored).not.toContain(key)
    const other = await keyward.call("keys.createKeys", { apiId, keys: entries(2) }, options)
    expect(outcomeOf(other)).toBe("422 application/idempotency_key_reused")
  })

  describe("creates nothing", () => {
    test.each([
      ["a role that is unknown in one of them", { roles: ["king"] }, "404 data/role_not_found"],
      [
        "a permission that is unknown",
        { permissions: ["perm_1CAiZx1YPnJZtcPxTdBGPS"] },
        "404 data/permission_not_found",
      ],
    ])("for %s", (_what, entry, outcome) =>
      unchanged(async () => {
        const keys = [{ externalId: "nobody", permissions: ["fresh.slug"] }, entry]
        expect(outcomeOf(await keyward.call("keys.createKeys", { apiId, keys }))).toBe(outcome)
      }),
    )

    test("for an API that does not exist", () =>
      unchanged(async () => {
        const reply = await keyward.call("keys.createKeys", { apiId: "api_unknown", keys: [{}] })
        expect(outcomeOf(reply)).toBe("404 data/api_not_found")
      }))

    test("for invalid input", () =>
      expectViolations(keyward, "keys.createKeys", [
        [{ apiId, keys: [] }, "body.keys"],
        [{ apiId, keys: entries(1_001) }, "body.keys"],
        [{ apiId, keys: [{ apiId: "api" }] }, "body.keys[0].apiId"],
        [
          { apiId, keys: [{}, { byteLength: 1 }, { credits: unlimited }] },
          "body.keys[1].byteLength",
          "body.keys[2].credits.refill",
        ],
        [{ apiId, keys: [...entries(500), { name: "" }] }, "body.keys[500].name"],
      ]))
    const unlimited = { remaining: null, refill: { interval: "daily", amount: 1 } }

    test("for more links or permissions than one transaction may store", async () => {
      const slugs = (count: number, start = 0) => Array.from({ length: count }, (_, index) => `s${start + index}`)
      const different = [{ permissions: slugs(600) }, { permissions: slugs(401, 600) }]
      await expectViolations(keyward, "keys.createKeys", [
        [{ apiId, keys: entries(101, { permissions: slugs(100) }) }, "body.keys"],
        [{ apiId, keys: different }, "body.keys"],
      ])
      const reply = await keyward.call("keys.createKeys", { apiId, keys: different })
      expect(reply.body.error.errors[0].message).toContain("1001")
    })
  })

  test("needs an encryption key only if one of the keys is recoverable", async () => {
    const plain = await keyward.createRootKey([`api.${apiId}.create_key`])
    const key = { key: plain }
    expect(outcomeOf(await keyward.call("keys.createKeys", { apiId, keys: [{}, {}] }, key))).toBe("200")
    const reply = await keyward.call("keys.createKeys", { apiId, keys: [{}, { recoverable: true }] }, key)
    expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
  })
})

describe("keys.createKeys on a file that another program has locked", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("is refused at once, because it needs the lock only to store keys", async () => {
    const apiId = await createApi(keyward)
    using other = new Database(join(keyward.storage, "keyward.db"))
    // The service may be storing something of its own.
    await onceFree(() => other.run("begin immediate"))
    const refused = await keyward.call("keys.createKeys", { apiId, keys: [{ roles: ["unknown"] }] })
    other.run("rollback")
    expect(outcomeOf(refused)).toBe("404 data/role_not_found")
  })
})
