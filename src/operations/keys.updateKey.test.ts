import { beforeAll, describe, expect, test } from "bun:test"
import { changesDuring, createApi, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("keys.updateKey", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
    await keyward.ok("permissions.createRole", { name: "writer", permissions: ["docs.write"] })
  })

  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })
  /** Returns the key after a successful change. */
  const after = async (keyId: string, change: object) => {
    expect(await keyward.ok("keys.updateKey", { keyId, ...change })).toEqual({})
    return get(keyId)
  }
  const full = {
    name: "Before",
    externalId: "alice",
    meta: { a: 1 },
    credits: { remaining: 7, refill: { interval: "daily", amount: 50 } },
    ratelimits: [
      { name: "calls", limit: 5, duration: 1000 },
      { name: "writes", limit: 1, duration: 1000, autoApply: true },
    ],
    roles: ["reader"],
    permissions: ["docs.list"],
    ipAllowlist: ["10.0.0.0/8"],
  }
  const createFullKey = () => createKey(keyward, { ...full, apiId, expires: clock.now + 1_000_000 })

  test("replaces each member that is sent and leaves the others untouched", async () => {
    const { keyId } = await createFullKey()
    const before = await get(keyId)
    clock.now += 10
    const changed = await after(keyId, { name: "After", enabled: false })
    expect(changed).toEqual({ ...before, name: "After", enabled: false, updatedAt: clock.now })
    const all = await after(keyId, {
      externalId: "bob",
      meta: { b: { c: [] } },
      expires: clock.now + 5,
      credits: { remaining: 9, refill: { interval: "monthly", amount: 1, refillDay: 31 } },
      ratelimits: [
        { name: "writes", limit: 2, duration: 2000 },
        { name: "bytes", limit: 9, duration: 1000, autoApply: true },
      ],
      roles: ["writer", "writer"],
      permissions: ["docs.delete"],
      ipAllowlist: ["192.0.2.77/24", "::1"],
    })
    expect(all).toMatchObject({
      name: "After",
      meta: { b: { c: [] } },
      expires: clock.now + 5,
      credits: { remaining: 9, refill: { interval: "monthly", amount: 1, refillDay: 31 } },
      roles: ["writer"],
      permissions: ["docs.delete", "docs.write"],
      ipAllowlist: ["192.0.2.0/24", "::1/128"],
      identity: { externalId: "bob" },
    })
    const writes = before.ratelimits.find(({ name }: { name: string }) => name === "writes")
    expect(all.ratelimits).toEqual([
      { id: expect.stringMatching(/^rl_/), name: "bytes", limit: 9, duration: 1000, autoApply: true },
      { id: writes.id, name: "writes", limit: 2, duration: 2000, autoApply: false },
    ])
  })

  test("removes with null, and empties with []", async () => {
    const { keyId, key } = await createFullKey()
    const bare = await after(keyId, {
      name: null,
      externalId: null,
      meta: null,
      expires: null,
      credits: null,
      ratelimits: [],
      roles: [],
      permissions: [],
      ipAllowlist: null,
    })
    expect(bare).toEqual({
      keyId,
      apiId,
      start: key.slice(0, 4),
      enabled: true,
      scoped: false,
      meta: {},
      createdAt: expect.any(Number),
      updatedAt: clock.now,
      permissions: [],
      inheritedPermissions: [],
      directPermissions: [],
      roles: [],
      ratelimits: [],
      ipAllowlist: [],
      recoverable: false,
    })
    expect((await keyward.call("identities.getIdentity", { externalId: "alice" })).status).toBe(200)
  })

  test("records nothing and leaves updatedAt alone where nothing changes", async () => {
    const { keyId } = await createFullKey()
    const { identity: _identity, ...before } = await get(keyId)
    clock.now += 10
    const events = await eventsDuring(keyward, async () => {
      const same = { ...full, expires: before.expires, ratelimits: full.ratelimits.toReversed() }
      for (const change of [{}, { ...same, enabled: true }, { credits: {} }]) {
        expect(await after(keyId, change)).toMatchObject(before)
      }
    })
    expect(events).toEqual([])
    expect(await get(keyId)).not.toHaveProperty("updatedAt")
  })

  test("gives and takes a permission directly although a role gives it too", async () => {
    const { keyId } = await createKey(keyward, { apiId, roles: ["reader"] })
    const events = await eventsDuring(keyward, () => after(keyId, { permissions: ["docs.read"] }))
    expect(events).toMatchObject([{ type: "key.updated", changes: { after: { permissions: ["docs.read"] } } }])
    expect((await after(keyId, { roles: [] })).permissions).toEqual(["docs.read"])
    await after(keyId, { roles: ["reader"] })
    await after(keyId, { permissions: [] })
    expect((await after(keyId, { roles: [] })).permissions).toEqual([])
  })

  test("creates an unknown identity and records it", async () => {
    const { keyId } = await createKey(keyward, { apiId })
    const changes = await changesDuring(keyward, async () => {
      for (const _again of [1, 2]) expect((await after(keyId, { externalId: "new" })).identity.externalId).toBe("new")
    })
    expect(changes.map(([type]) => type)).toEqual(["identity.created", "key.updated"])
  })
})
