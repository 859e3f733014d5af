import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveVerifications } from "../../test/harness/serve-verifications.ts"

/** shared/charge.test.ts covers limits and credits, and shared/find-verifiable-key.test.ts covers the lookup. */
describe.each([...engines])("keys.verifyKey on %s", (engine) => {
  const { apiId, call, clock, codeOf, keyward, make, verify } = serveVerifications(engine)

  test("answers for a plain key with just the members that are always there", async () => {
    const { keyId, key } = await make()
    expect(await verify({ key })).toEqual({
      valid: true,
      code: "VALID",
      keyId,
      apiId: apiId(),
      keyspaceId: apiId(),
      enabled: true,
      meta: {},
      permissions: [],
      roles: [],
      ratelimits: [],
    })
  })

  test("answers for a key with everything with everything, and nothing of the tags", async () => {
    await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write", "docs.read"] })
    const ratelimits = [{ name: "shared", limit: 20, duration: 60_000 }]
    await keyward.ok("identities.createIdentity", { externalId: "alice", meta: { plan: "pro" }, ratelimits })
    const shown = await keyward.ok("identities.getIdentity", { externalId: "alice" })
    const { permissions: _permissions, billingDay: _billingDay, ...identity } = shown
    const expires = clock.now + 1
    const { keyId, key } = await make({
      name: "Alice's laptop",
      meta: { seat: 4 },
      externalId: "alice",
      expires,
      roles: ["editor"],
      permissions: ["docs.read", "Docs.read"],
      credits: { remaining: 7, refill: { interval: "daily", amount: 9 } },
      ratelimits: [{ name: "calls", limit: 5, duration: 1000, autoApply: true }],
      ipAllowlist: ["10.0.0.0/8"],
    })
    const [limit] = (await keyward.ok("keys.getKey", { keyId })).ratelimits
    const answer = await verify({
      key,
      ip: "10.1.2.3",
      permissions: "docs.read AND docs.write",
      credits: { cost: 3 },
      tags: ["path=/a", "path=/a"],
    })
    expect(answer).toEqual({
      valid: true,
      code: "VALID",
      keyId,
      apiId: apiId(),
      keyspaceId: apiId(),
      enabled: true,
      name: "Alice's laptop",
      meta: { seat: 4 },
      expires,
      permissions: ["Docs.read", "docs.read", "docs.write"],
      roles: ["editor"],
      identity,
      credits: 4,
      balances: { key: 4 },
      ratelimits: [{ ...limit, exceeded: false, remaining: 4, reset: clock.now + 1000 }],
    })
  })

  test.each([
    ["DISABLED", { enabled: false }, {}],
    ["EXPIRED", { expires: 5 }, {}],
    ["FORBIDDEN", { ipAllowlist: ["10.0.0.0/8"] }, { ip: "192.0.2.1" }],
    ["INSUFFICIENT_PERMISSIONS", {}, { permissions: "docs.delete" }],
  ])(
    "answers for a key that is %s and tells about the key, its untouched balance, and no limits",
    async (code, state, asked) => {
      const { keyId, key } = await make({
        ...state,
        credits: { remaining: 3 },
        ratelimits: [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }],
      })
      const before = await keyward.events()
      const expected = {
        valid: false,
        code,
        keyId,
        apiId: apiId(),
        keyspaceId: apiId(),
        enabled: code !== "DISABLED",
        meta: {},
        permissions: [],
        roles: [],
        credits: 3,
        balances: { key: 3 },
        ...(code === "EXPIRED" && { expires: 5 }),
      }
      expect(await verify({ key, ...asked })).toEqual(expected)
      expect(await verify({ key, ...asked })).toEqual(expected)
      expect(await keyward.events()).toEqual(before)
    },
  )

  test("answers with 200 and the envelope, and an Idempotency-Key changes nothing", async () => {
    const { key } = await make({ credits: { remaining: 5 } })
    const headers = { "Idempotency-Key": "again" }
    const replies = [await call({ key }, { headers }), await call({ key }, { headers })]
    expect(replies.map(({ body }) => body.data.credits)).toEqual([4, 3])
    for (const reply of replies) {
      expect(reply.headers.get("idempotency-replayed")).toBeNull()
      expect(reply.headers.get("cache-control")).toBe("no-store")
    }
  })

  test("refuses a key exactly at the millisecond of its expiry", async () => {
    const expires = clock.now + 5000
    const { key } = await make({ expires })
    clock.now = expires - 1
    expect(await codeOf({ key })).toBe("VALID")
    clock.now = expires
    expect(await codeOf({ key })).toBe("EXPIRED")
  })

  test("moves lastUsedAt with VALID and with nothing else", async () => {
    const { keyId, key } = await make({ credits: { remaining: 1 }, permissions: ["a"] })
    const seen = async () => {
      // Uses are stored in batches. The last batch is stored when the service stops.
      await keyward.restart()
      return (await keyward.ok("keys.getKey", { keyId })).lastUsedAt
    }
    await verify({ key, permissions: "b" })
    expect(await seen()).toBeUndefined()
    clock.now += 1000
    const usedAt = clock.now
    expect(await codeOf({ key })).toBe("VALID")
    expect(await seen()).toBe(usedAt)
    clock.now += 1000
    expect(await codeOf({ key })).toBe("USAGE_EXCEEDED")
    expect(await codeOf({ key, permissions: "b" })).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await seen()).toBe(usedAt)
    expect(await keyward.ok("keys.getKey", { keyId })).not.toHaveProperty("updatedAt")
  })

  test("records at most 100 tag sets of a key and hour apart, and every verification", async () => {
    const { keyId, key } = await make()
    const tagged = async (from: number, to: number) => {
      const numbers = Array.from({ length: to - from }, (_, index) => from + index)
      await Promise.all(numbers.map((number) => verify({ key, tags: [`tag_${number}`] })))
    }
    await tagged(0, 70)
    await keyward.restart()
    await tagged(60, 160)
    await verify({ key })
    await keyward.restart()
    const usage = { from: clock.now - 3_600_000, to: clock.now + 3_600_000, interval: "hour", keyIds: [keyId] }
    const { groups, total } = await keyward.ok("usage.getVerifications", { ...usage, groupBy: ["tag"], limit: 100 })
    const apart = groups.filter(({ tag }: { tag?: string }) => tag?.startsWith("tag_"))
    const [folded, other] = ["folded", "other"].map((mark) => groups.find((group: object) => mark in group))
    // 100 tags, the folded ones and the group without tags are 102 groups, of which 100 are shown.
    expect([apart.length, folded?.total, other?.total]).toEqual([98, 60, 2])
    expect(total).toBe(171)
  })
})
