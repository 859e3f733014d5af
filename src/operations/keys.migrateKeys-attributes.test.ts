import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, eventsDuring, keyInEvents } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { newHash } from "../../test/transfer/hashes.ts"

describe("keys imported by keys.migrateKeys", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const migrate = (body: object) => keyward.call("keys.migrateKeys", { apiId, ...body })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test("knows nothing of the plaintext, and records the creation without the hash", async () => {
    const hash = newHash()
    const [{ keyId }] = (await migrate({ keys: [{ hash }] })).body.data.migrated
    const key = await get(keyId)
    expect(key).toEqual({
      keyId,
      apiId,
      start: "",
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
    const events = await keyward.events({ resourceId: keyId })
    expect(events).toEqual([
      expect.objectContaining({
        type: "key.created",
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId },
        ],
        changes: { before: null, after: keyInEvents(key, []) },
      }),
    ])
    expect(JSON.stringify(events)).not.toContain(hash)
  })

  test("gives the keys everything that a created key can have", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write"] })
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "known", meta: { since: 2020 } })
    const keys = [
      {
        hash: newHash(),
        name: "Alice's laptop",
        externalId: "known",
        meta: { plan: "pro" },
        roles: [roleId, "editor"],
        permissions: ["docs.read", "docs.read"],
        expires: clock.now + 1000,
        enabled: false,
        credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 1 } },
        ratelimits: [
          { name: "requests", limit: 10, duration: 60_000, autoApply: true },
          { name: "bytes", limit: 1, duration: 1000 },
        ],
      },
      { hash: newHash(), externalId: "unknown", permissions: ["docs.read", "docs.new"], credits: { remaining: null } },
      {
        hash: newHash(),
        externalId: "unknown",
        credits: { remaining: 0, refill: { interval: "daily", amount: 3, refillDay: 9 } },
      },
    ]
    let migrated: { keyId: string }[] = []
    const events = await eventsDuring(keyward, async () => {
      migrated = (await migrate({ keys })).body.data.migrated
    })
    const [first, second, third] = await Promise.all(migrated.map(({ keyId }) => get(keyId)))
    expect(first).toMatchObject({
      name: "Alice's laptop",
      identity: { id: identityId, externalId: "known", meta: { since: 2020 } },
      meta: { plan: "pro" },
      roles: ["editor"],
      permissions: ["docs.read", "docs.write"],
      expires: clock.now + 1000,
      enabled: false,
      credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 1 } },
      ratelimits: [
        { name: "bytes", limit: 1, duration: 1000, autoApply: false },
        { name: "requests", limit: 10, duration: 60_000, autoApply: true },
      ],
    })
    expect(second).toMatchObject({ permissions: ["docs.new", "docs.read"], identity: { externalId: "unknown" } })
    expect(second).not.toHaveProperty("credits")
    expect(third).toMatchObject({ identity: second.identity })
    expect(third.credits).toEqual({ remaining: 0, refill: { interval: "daily", amount: 3 } })
    const expected = [...Array(2).fill("permission.created"), "identity.created", ...Array(3).fill("key.created")]
    expect(events.map(({ type }) => type)).toEqual(expected)
    expect(events.slice(3).map(({ changes }) => changes.after)).toEqual([
      keyInEvents(first, ["docs.read"]),
      keyInEvents(second, ["docs.new", "docs.read"]),
      keyInEvents(third, []),
    ])
  })

  test("imports 10,000 keys in one call, in the order of the request", async () => {
    const { rootKey } = await keyward.createWorkspace()
    const own = { key: rootKey }
    const large = await createApi(keyward, rootKey)
    const keys = Array.from({ length: 10_000 }, (_, index) => ({ hash: newHash(), externalId: `u${index % 1000}` }))
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId: large, keys }, own)
    expect(migrated.map(({ hash }: { hash: string }) => hash)).toEqual(keys.map(({ hash }) => hash))
    const listed = await keyward.ok("keys.listKeys", {}, own)
    const idsOf = (keys: readonly { keyId: string }[]) => keys.map(({ keyId }) => keyId)
    expect(idsOf(listed)).toEqual(idsOf(migrated.slice(0, 100)))
    const newest = await keyward.ok("events.listEvents", { type: "key.created" }, own)
    const recorded = newest.map(({ resources: [key] }: { resources: { id: string }[] }) => key?.id)
    expect(recorded.toReversed()).toEqual(idsOf(migrated.slice(-100)))
    const identities = await keyward.ok("identities.listIdentities", {}, own)
    expect(identities).toHaveLength(100)
    expect(identities[99]).toMatchObject({ externalId: "u99" })
  })
})
