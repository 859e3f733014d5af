import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

const refill = { interval: "daily", amount: 50 }

describe("credits and events of keys.updateKey", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })
  /** Returns the key after a successful change. */
  const after = async (keyId: string, change: object) => {
    await keyward.ok("keys.updateKey", { keyId, ...change })
    return get(keyId)
  }

  test("records once what changed, and only that", async () => {
    const attributes = { name: "Before", externalId: "alice", permissions: ["docs.list"] }
    const { keyId } = await createKey(keyward, { apiId, ...attributes, credits: { remaining: 7, refill } })
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
    const limit = (name: string, limit = 1) => ({ name, limit, duration: 1000 })
    const ratelimits = ["same", "changed", "removed"].map((name) => limit(name))
    const meta = { same: [1], changed: { deep: 1 }, removed: null }
    const { keyId } = await createKey(keyward, { apiId, meta, ratelimits, ipAllowlist: ["10.0.0.0/8", "::1/128"] })
    const [changed, removed] = (await get(keyId)).ratelimits
    const events = await eventsDuring(keyward, () =>
      after(keyId, {
        meta: { same: [1], changed: { deep: 2 }, added: 1 },
        ratelimits: [limit("same"), limit("changed", 2)],
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
})
