import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, keyInEvents, withEncryption } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { hasValidChecksum } from "../core/key-material.ts"

describe.each([...engines])("keys.createKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test("makes a key of 24 random bytes without a prefix that carries a checksum and works at once", async () => {
    const { keyId, key } = await createKey(keyward, { apiId })
    expect(keyId).toMatch(/^key_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(key).toMatch(/^[1-9A-HJ-NP-Za-km-z]{28,33}[0-9A-Za-z]{6}$/)
    expect(hasValidChecksum(key)).toBe(true)
    expect(await get(keyId)).toEqual({
      keyId,
      apiId,
      start: key.slice(0, 4),
      enabled: true,
      scoped: false,
      meta: {},
      createdAt: clock.now,
      permissions: [],
      inheritedPermissions: [],
      directPermissions: [],
      roles: [],
      ratelimits: [],
      ipAllowlist: [],
      recoverable: false,
    })
    expect(await keyward.ok("keys.verifyKey", { key })).toMatchObject({ valid: true, keyId })
  })

  test("gives a key everything that was asked for, and records it without any secret", async () => {
    const roleId = (await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write"] })).roleId
    const asked = {
      prefix: "acme_live",
      byteLength: 16,
      name: "Alice's laptop",
      externalId: "alice",
      meta: { plan: "pro", nested: { deep: [1, null] } },
      expires: clock.now + 1000,
      enabled: false,
      recoverable: true,
    }
    let made = { keyId: "", key: "" }
    const events = await eventsDuring(keyward, async () => {
      made = await keyward.ok("keys.createKey", {
        apiId,
        ...asked,
        roles: [roleId, "editor"],
        permissions: ["docs.read", "docs.write", "docs.read"],
        credits: { remaining: 7, refill: { interval: "monthly", amount: 100, refillDay: 31 } },
        ratelimits: [
          { name: "writes", limit: 5, duration: 60_000, autoApply: true },
          { name: "reads", limit: 1, duration: 1000 },
        ],
        ipAllowlist: ["10.1.2.3/8", "::1", "10.0.0.0/8"],
      })
    })
    const { keyId, key } = made
    expect(key).toMatch(/^acme_live_[1-9A-HJ-NP-Za-km-z]{16,22}[0-9A-Za-z]{6}$/)
    const shown = await get(keyId)
    const id = expect.stringMatching(/^rl_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const identityId = shown.identity.identityId
    expect(shown).toEqual({
      keyId,
      apiId,
      start: key.slice(0, "acme_live_".length + 4),
      enabled: false,
      scoped: false,
      name: asked.name,
      meta: asked.meta,
      createdAt: clock.now,
      expires: asked.expires,
      permissions: ["docs.read", "docs.write"],
      inheritedPermissions: [],
      directPermissions: ["docs.read", "docs.write"],
      roles: ["editor"],
      credits: { remaining: 7, refill: { interval: "monthly", amount: 100, refillDay: 31 } },
      balances: { key: 7 },
      identity: {
        ...{ id: identityId, identityId, externalId: "alice" },
        ...{ enabled: true, meta: {}, ratelimits: [], createdAt: clock.now },
      },
      ratelimits: [
        { id, name: "reads", limit: 1, duration: 1000, autoApply: false },
        { id, name: "writes", limit: 5, duration: 60_000, autoApply: true },
      ],
      ipAllowlist: ["10.0.0.0/8", "::1/128"],
      recoverable: true,
    })
    expect(events.map(({ type }) => type)).toEqual(["permission.created", "identity.created", "key.created"])
    expect(events[2]).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [
        { type: "key", id: keyId },
        { type: "api", id: apiId },
        { type: "identity", id: identityId },
        { type: "balance", id: expect.stringMatching(/^bal_[1-9A-HJ-NP-Za-km-z]{22}$/) },
      ],
    })
    const after = keyInEvents(shown, ["docs.read", "docs.write"])
    expect(events[2]?.changes).toEqual({ before: null, after })
    expect(JSON.stringify(events)).not.toContain(key.slice(-20))
    expect(JSON.stringify(events)).not.toMatch(/hash|ciphertext|plaintext/)
  })

  test("links further keys of an external identifier to the identity that is there", async () => {
    const one = await createKey(keyward, { apiId, externalId: "bob" })
    const events = await eventsDuring(keyward, () => createKey(keyward, { apiId, externalId: "bob" }))
    expect(events.map(({ type }) => type)).toEqual(["key.created"])
    const { identityId } = (await get(one.keyId)).identity
    expect(events[0]?.resources).toContainEqual({ type: "identity", id: identityId })
  })

  test("takes permissions by id or slug, and creates identities and slugs once for keys made at the same time", async () => {
    const { permissionId } = await keyward.ok("permissions.createPermission", { name: "Known", slug: "known" })
    const attributes = { apiId, externalId: "crowd", permissions: [permissionId, "known", "crowd"] }
    const events = await eventsDuring(keyward, async () => {
      const made = await Promise.all([1, 2, 3, 4].map(() => createKey(keyward, attributes)))
      const shown = await Promise.all(made.map(({ keyId }) => get(keyId)))
      expect(new Set(shown.map(({ identity }) => identity.identityId)).size).toBe(1)
      for (const { permissions } of shown) expect(permissions).toEqual(["crowd", "known"])
    })
    const types = ["identity.created", ...Array(4).fill("key.created"), "permission.created"]
    expect(events.map(({ type }) => type).sort()).toEqual(types)
  })

  test("takes prefix and length from the API unless the request says otherwise", async () => {
    const own = await createApi(keyward)
    await keyward.ok("apis.updateApi", { apiId: own, defaultPrefix: "api", defaultBytes: 64 })
    expect((await createKey(keyward, { apiId: own })).key).toMatch(/^api_[1-9A-HJ-NP-Za-km-z]{80,88}[0-9A-Za-z]{6}$/)
    const { key } = await createKey(keyward, { apiId: own, prefix: "own", byteLength: 16 })
    expect(key).toMatch(/^own_[1-9A-HJ-NP-Za-km-z]{16,22}[0-9A-Za-z]{6}$/)
  })

  test("takes null credits for unlimited", async () => {
    const { keyId } = await createKey(keyward, { apiId, credits: { remaining: null } })
    expect(await get(keyId)).not.toHaveProperty("credits")
  })

  test("ignores the day of a daily refill", async () => {
    const refill = { interval: "daily", amount: 5 }
    const credits = { remaining: 1, refill: { ...refill, refillDay: 31 } }
    const { keyId } = await createKey(keyward, { apiId, credits })
    expect((await get(keyId)).credits).toEqual({ remaining: 1, refill })
  })
})
