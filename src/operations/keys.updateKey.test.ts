import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, type TestKey } from "../../test/fixtures.ts"
import { engines, type Reply } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.updateKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const refill = { interval: "daily", amount: 50 }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
    await keyward.ok("permissions.createRole", { name: "writer", permissions: ["docs.write"] })
  })

  const update = (keyId: string, change: object, key = keyward.rootKey): Promise<Reply> =>
    keyward.call("keys.updateKey", { keyId, ...change }, { key })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })
  /** Returns the key after a successful change. */
  const after = async (keyId: string, change: object) => {
    const reply = await update(keyId, change)
    expect([reply.status, reply.body.data]).toEqual([200, {}])
    return get(keyId)
  }
  const createFullKey = (): Promise<TestKey> =>
    createKey(keyward, {
      apiId,
      name: "Before",
      externalId: "alice",
      meta: { a: 1 },
      expires: clock.now + 1_000_000,
      credits: { remaining: 7, refill },
      ratelimits: [
        { name: "calls", limit: 5, duration: 1000 },
        { name: "writes", limit: 1, duration: 1000, autoApply: true },
      ],
      roles: ["reader"],
      permissions: ["docs.list"],
      ipAllowlist: ["10.0.0.0/8"],
    })

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
      meta: {},
      createdAt: expect.any(Number),
      updatedAt: clock.now,
      permissions: [],
      roles: [],
      ratelimits: [],
      ipAllowlist: [],
      recoverable: false,
    })
    expect((await keyward.call("identities.getIdentity", { externalId: "alice" })).status).toBe(200)
  })

  test("records once what changed, and only that", async () => {
    const { keyId } = await createFullKey()
    const { identity } = await get(keyId)
    const events = await eventsDuring(keyward, () =>
      after(keyId, { name: "After", permissions: ["docs.list", "docs.new"], credits: { remaining: 8 } }),
    )
    expect(events).toMatchObject([
      { type: "permission.created", changes: { after: { slug: "docs.new" } } },
      {
        type: "key.updated",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId },
          { type: "identity", id: identity.identityId },
          { type: "balance" },
        ],
      },
    ])
    expect(events[1]?.changes).toEqual({
      before: { name: "Before", credits: { remaining: 7, refill } },
      after: { name: "After", permissions: ["docs.new"], credits: { remaining: 8, refill } },
    })
  })

  test("records of meta, limits and networks what went and what came", async () => {
    const ratelimits = [
      { name: "same", limit: 1, duration: 1000 },
      { name: "changed", limit: 1, duration: 1000 },
      { name: "removed", limit: 1, duration: 1000 },
    ]
    const meta = { same: [1], changed: { deep: 1 }, removed: null }
    const { keyId } = await createKey(keyward, { apiId, meta, ratelimits, ipAllowlist: ["10.0.0.0/8", "::1/128"] })
    const [changed, removed] = (await get(keyId)).ratelimits
    const events = await eventsDuring(keyward, () =>
      after(keyId, {
        meta: { same: [1], changed: { deep: 2 }, added: 1 },
        ratelimits: [
          { name: "same", limit: 1, duration: 1000 },
          { name: "changed", limit: 2, duration: 1000 },
        ],
        ipAllowlist: ["::1/128"],
      }),
    )
    expect(events[0]?.changes).toEqual({
      before: {
        meta: { changed: { deep: 1 }, removed: null },
        ratelimits: [changed, removed],
        ipAllowlist: ["10.0.0.0/8"],
      },
      after: { meta: { changed: { deep: 2 }, added: 1 }, ratelimits: [{ ...changed, limit: 2 }] },
    })
  })

  test("records nothing and leaves updatedAt alone where nothing changes", async () => {
    const { keyId } = await createFullKey()
    const { identity: _identity, ...before } = await get(keyId)
    clock.now += 10
    const events = await eventsDuring(keyward, async () => {
      for (const change of [
        {},
        {
          name: "Before",
          externalId: "alice",
          meta: { a: 1 },
          expires: before.expires,
          enabled: true,
          credits: { remaining: 7, refill },
          ratelimits: [
            { name: "writes", limit: 1, duration: 1000, autoApply: true },
            { name: "calls", limit: 5, duration: 1000 },
          ],
          roles: ["reader"],
          permissions: ["docs.list"],
          ipAllowlist: ["10.0.0.0/8"],
        },
        { credits: {} },
      ]) {
        expect(await after(keyId, change)).toMatchObject(before)
      }
    })
    expect(events).toEqual([])
    expect(await get(keyId)).not.toHaveProperty("updatedAt")
  })

  test("is seen by the verification that follows", async () => {
    const { keyId, key } = await createKey(keyward, { apiId })
    const verify = async () => (await keyward.ok("keys.verifyKey", { key, permissions: "docs.read" })).code
    expect(await verify()).toBe("INSUFFICIENT_PERMISSIONS")
    await after(keyId, { roles: ["reader"] })
    expect(await verify()).toBe("VALID")
    await after(keyId, { expires: clock.now })
    expect(await verify()).toBe("EXPIRED")
    await after(keyId, { expires: null, ipAllowlist: ["10.0.0.0/8"] })
    expect(await verify()).toBe("FORBIDDEN")
    await after(keyId, { enabled: false })
    expect(await verify()).toBe("DISABLED")
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

  test("changes balance and refill independently", async () => {
    const { keyId } = await createKey(keyward, { apiId, credits: { remaining: 7, refill } })
    expect((await after(keyId, { credits: { remaining: 1 } })).credits).toEqual({ remaining: 1, refill })
    expect((await after(keyId, { credits: { refill: null } })).credits).toEqual({ remaining: 1 })
    expect((await after(keyId, { credits: { refill } })).credits).toEqual({ remaining: 1, refill })
    expect(await after(keyId, { credits: { remaining: null } })).not.toHaveProperty("credits")
    expect((await after(keyId, { credits: { remaining: 4 } })).credits).toEqual({ remaining: 4 })
    expect(await after(keyId, { credits: null })).not.toHaveProperty("credits")
    expect(await after(keyId, { credits: { refill: null } })).not.toHaveProperty("credits")
  })

  test("starts a refill at the first instant after it was configured", async () => {
    const { keyId } = await createKey(keyward, { apiId, credits: { remaining: 7 } })
    await after(keyId, { credits: { refill } })
    clock.now = Date.parse("2026-03-15T23:59:59.999Z")
    expect((await get(keyId)).credits.remaining).toBe(7)
    clock.now += 1
    expect((await get(keyId)).credits.remaining).toBe(50)
    const events = await eventsDuring(keyward, () => after(keyId, { name: "Later" }))
    expect(events.map(({ type }) => type)).toEqual(["key.refilled", "key.updated"])
    expect(events[1]?.changes.after).toEqual({ name: "Later" })
  })

  test("creates an unknown identity and records it, within the quota", async () => {
    const workspace = await keyward.createWorkspace()
    const { keyId } = await createKey(keyward, {}, workspace.rootKey)
    const limits = { identities: 1 }
    const { workspaceId } = workspace
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, { key: keyward.operatorKey })
    expect((await update(keyId, { externalId: "one" }, workspace.rootKey)).status).toBe(200)
    expect((await update(keyId, { externalId: "one" }, workspace.rootKey)).status).toBe(200)
    const refused = await update(keyId, { externalId: "two", name: "Two" }, workspace.rootKey)
    expect(refused.status).toBe(403)
    expect(refused.body.error.type).toEndWith("/limits/quota_exceeded")
    const shown = await keyward.ok("keys.getKey", { keyId }, { key: workspace.rootKey })
    expect(shown.identity.externalId).toBe("one")
    expect(shown).not.toHaveProperty("name")
    const types = (await keyward.events({ workspaceId, limit: 3 })).map(({ type }) => type)
    expect(types).toEqual(["key.updated", "identity.created", "workspace.updated"])
  })
})
