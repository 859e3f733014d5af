import { beforeAll, describe, expect, test } from "bun:test"
import {
  createApi,
  createKey,
  eventsDuring,
  keyInEvents,
  type TestKey,
  withEncryption,
} from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { sha256 } from "../secrets/hash.ts"

describe("keys.rerollKey", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const refill = { interval: "daily", amount: 50 }
  const keyward = serveKeyward({ engine: "sqlite", clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
  })

  const reroll = (keyId: string, expiration: number) => keyward.ok("keys.rerollKey", { keyId, expiration })
  const get = (keyId: string, decrypt = false) => keyward.ok("keys.getKey", { keyId, decrypt })
  const codeOf = async (key: string) => (await keyward.ok("keys.verifyKey", { key, ip: "10.0.0.1" })).code
  const createFullKey = (): Promise<TestKey> =>
    createKey(keyward, {
      apiId,
      prefix: "acme_live",
      byteLength: 40,
      name: "Original",
      externalId: "alice",
      meta: { a: { b: [1] } },
      expires: clock.now + 1_000_000,
      credits: { remaining: 7, refill },
      ratelimits: [{ name: "calls", limit: 5, duration: 1000, autoApply: true }],
      roles: ["reader"],
      permissions: ["docs.list"],
      ipAllowlist: ["10.0.0.0/8"],
      recoverable: true,
    })

  test("copies everything but id, secret, creation, use and the ids of rate limits, and shares the balance", async () => {
    const old = await createFullKey()
    expect(await codeOf(old.key)).toBe("VALID")
    const before = await get(old.keyId)
    clock.now += 10
    const { keyId, key } = await reroll(old.keyId, 60_000)
    expect(keyId).not.toBe(old.keyId)
    expect(key).toMatch(/^acme_live_[1-9A-HJ-NP-Za-km-z]{45,55}[0-9A-Za-z]{6}$/)
    const copy = await get(keyId, true)
    expect(copy).toEqual({
      ...before,
      lastUsedAt: undefined,
      keyId,
      start: key.slice(0, "acme_live_".length + 4),
      createdAt: clock.now,
      ratelimits: [{ ...before.ratelimits[0], id: expect.stringMatching(/^rl_/) }],
      plaintext: key,
    })
    expect(copy.ratelimits[0].id).not.toBe(before.ratelimits[0].id)
    expect(copy).not.toHaveProperty("updatedAt")
    expect(await get(old.keyId)).toMatchObject({ expires: clock.now + 60_000, updatedAt: clock.now })
    expect(await codeOf(key)).toBe("VALID")
    expect((await get(keyId)).credits.remaining).toBe(5)
  })

  test("lets the old key live until exactly the given time from now", async () => {
    const old = await createKey(keyward, { apiId })
    await reroll(old.keyId, 60_000)
    clock.now += 59_999
    expect(await codeOf(old.key)).toBe("VALID")
    clock.now += 1
    expect(await codeOf(old.key)).toBe("EXPIRED")
    const atOnce = await createKey(keyward, { apiId })
    const { key } = await reroll(atOnce.keyId, 0)
    expect([await codeOf(atOnce.key), await codeOf(key)]).toEqual(["EXPIRED", "VALID"])
  })

  test("records the reroll of the old key and the creation of the new one, without any secret", async () => {
    const old = await createFullKey()
    const before = await get(old.keyId)
    let made = { keyId: "", key: "" }
    const events = await eventsDuring(keyward, async () => {
      made = await reroll(old.keyId, 0)
    })
    const { identityId } = before.identity
    expect(events.map(({ type }) => type).sort()).toEqual(["key.created", "key.rerolled"])
    expect(events.find(({ type }) => type === "key.rerolled")).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [
        { type: "key", id: old.keyId },
        { type: "key", id: made.keyId },
        { type: "api", id: apiId },
        { type: "identity", id: identityId },
        { type: "balance" },
      ],
      changes: { before: { expires: before.expires }, after: { expires: clock.now } },
    })
    expect(events.find(({ type }) => type === "key.created")).toMatchObject({
      resources: [{ type: "key", id: made.keyId }, {}, {}, { type: "balance" }],
      changes: { before: null, after: keyInEvents(await get(made.keyId), ["docs.list"]) },
    })
    for (const secret of [old.key, made.key, sha256(old.key), sha256(made.key)]) {
      expect(JSON.stringify(events)).not.toContain(secret)
    }
  })

  test("never prolongs a life: an earlier expiry stays, on a key that goes on as it was", async () => {
    const expires = clock.now + 5
    const old = await createKey(keyward, { apiId, expires })
    const before = await get(old.keyId)
    const events = await eventsDuring(keyward, async () => {
      const { keyId } = await reroll(old.keyId, 6)
      expect((await get(keyId)).expires).toBe(expires)
    })
    expect(await get(old.keyId)).toEqual(before)
    expect(events.map(({ type }) => type).sort()).toEqual(["key.created", "key.rerolled"])
  })

  test("makes a disabled or expired key into one that is disabled or expired too", async () => {
    const old = await createKey(keyward, { apiId, enabled: false, expires: 1 })
    const { keyId, key } = await reroll(old.keyId, 1000)
    expect(await get(keyId)).toMatchObject({ enabled: false, expires: 1 })
    expect(await codeOf(key)).toBe("DISABLED")
    expect((await get(old.keyId)).expires).toBe(1)
  })

  test("shares the refilled balance when a refill is due", async () => {
    const old = await createKey(keyward, { apiId, credits: { remaining: 1, refill } })
    clock.now += 86_400_000
    const { keyId } = await reroll(old.keyId, 0)
    expect((await get(keyId)).credits).toEqual({ remaining: 50, refill })
    await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: 2 })
    clock.now += 86_400_000
    expect((await get(keyId)).credits).toEqual({ remaining: 50, refill })
  })

  test("gives the successor of an imported key the shape of new keys of its API", async () => {
    const own = await createApi(keyward)
    const imported = async (plaintext: string): Promise<string> => {
      const body = { apiId: own, keys: [{ hash: sha256(plaintext), name: plaintext, permissions: ["docs.list"] }] }
      return (await keyward.ok("keys.migrateKeys", body)).migrated[0].keyId
    }
    const plain = await reroll(await imported("one"), 0)
    expect(plain.key).toMatch(/^[1-9A-HJ-NP-Za-km-z]{28,33}[0-9A-Za-z]{6}$/)
    expect(await get(plain.keyId)).toMatchObject({ name: "one", permissions: ["docs.list"] })
    await keyward.ok("apis.updateApi", { apiId: own, defaultPrefix: "acme", defaultBytes: 16 })
    const shaped = await reroll(await imported("two"), 0)
    expect(shaped.key).toMatch(/^acme_[1-9A-HJ-NP-Za-km-z]{16,22}[0-9A-Za-z]{6}$/)
    const again = await reroll(plain.keyId, 0)
    expect(again.key).toMatch(/^[1-9A-HJ-NP-Za-km-z]{28,33}[0-9A-Za-z]{6}$/)
    expect(await codeOf("one")).toBe("EXPIRED")
    expect(await codeOf(shaped.key)).toBe("VALID")
  })

  test("is never refused by the quota of keys", async () => {
    const workspace = await keyward.createWorkspace()
    const { keyId } = await createKey(keyward, {}, workspace.rootKey)
    const { workspaceId, rootKey: key } = workspace
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { keys: 1 } }, keyward.operator)
    await keyward.ok("keys.rerollKey", { keyId, expiration: 0 }, { key })
  })

  test("refuses other expirations", async () => {
    const bad = [undefined, -1, 1.5, 4_102_444_800_001, null]
    const cases = bad.map((expiration) => [{ keyId: "any", expiration }, "body.expiration"] as const)
    await expectViolations(keyward, "keys.rerollKey", cases)
  })
})
