import { beforeAll, describe, expect, test } from "bun:test"
import { queryDatabase } from "../../test/database.ts"
import { createApi, createKey } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

/** shared/charge.test.ts covers limits and credits, and shared/find-verifiable-key.test.ts covers the lookup. */
describe.each([...engines])("keys.verifyKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const call = (body: object, options = {}) => keyward.call("keys.verifyKey", body, options)
  const verify = (body: object, options = {}) => keyward.ok("keys.verifyKey", body, options)
  const codeOf = async (body: object) => (await verify(body)).code
  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })

  describe("the answer", () => {
    test("of a plain key has just the members that are always there", async () => {
      const { keyId, key } = await make()
      expect(await verify({ key })).toEqual({
        valid: true,
        code: "VALID",
        keyId,
        apiId,
        keyspaceId: apiId,
        enabled: true,
        meta: {},
        permissions: [],
        roles: [],
        ratelimits: [],
      })
    })

    test("of a key with everything has everything, and nothing of the tags", async () => {
      await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write", "docs.read"] })
      const ratelimits = [{ name: "shared", limit: 20, duration: 60_000 }]
      await keyward.ok("identities.createIdentity", { externalId: "alice", meta: { plan: "pro" }, ratelimits })
      const identity = await keyward.ok("identities.getIdentity", { externalId: "alice" })
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
      const [{ id }] = (await keyward.ok("keys.getKey", { keyId })).ratelimits
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
        apiId,
        keyspaceId: apiId,
        enabled: true,
        name: "Alice's laptop",
        meta: { seat: 4 },
        expires,
        permissions: ["Docs.read", "docs.read", "docs.write"],
        roles: ["editor"],
        identity,
        credits: 4,
        ratelimits: [
          {
            id,
            name: "calls",
            limit: 5,
            duration: 1000,
            exceeded: false,
            remaining: 4,
            reset: clock.now + 1000,
            autoApply: true,
          },
        ],
      })
    })

    test.each([
      ["DISABLED", { enabled: false }, {}],
      ["EXPIRED", { expires: 5 }, {}],
      ["FORBIDDEN", { ipAllowlist: ["10.0.0.0/8"] }, { ip: "192.0.2.1" }],
      ["INSUFFICIENT_PERMISSIONS", {}, { permissions: "docs.delete" }],
    ])("of a key that is %s tells about the key, its untouched balance, and no limits", async (code, state, asked) => {
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
        apiId,
        keyspaceId: apiId,
        enabled: code !== "DISABLED",
        meta: {},
        permissions: [],
        roles: [],
        credits: 3,
        ...(code === "EXPIRED" && { expires: 5 }),
      }
      expect(await verify({ key, ...asked })).toEqual(expected)
      expect(await verify({ key, ...asked })).toEqual(expected)
      expect(await keyward.events()).toEqual(before)
    })

    test("comes with 200 and the envelope for every code, and an Idempotency-Key changes nothing", async () => {
      const { key } = await make({ credits: { remaining: 5 } })
      const headers = { "Idempotency-Key": "again" }
      const replies = [await call({ key }, { headers }), await call({ key }, { headers })]
      expect(replies.map(({ body }) => body.data.credits)).toEqual([4, 3])
      for (const reply of replies) {
        expect(reply.headers.get("idempotency-replayed")).toBeNull()
        expect(reply.headers.get("cache-control")).toBe("no-store")
      }
    })
  })

  describe("the order of the steps", () => {
    const allowlist = { ipAllowlist: ["10.0.0.0/8"] }
    const exhausted = { ratelimits: [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }] }

    test.each([
      ["disabled before expired", { enabled: false, expires: 1 }, {}, "DISABLED"],
      ["expired before forbidden", { expires: 1, ...allowlist }, {}, "EXPIRED"],
      ["forbidden before permissions", allowlist, { permissions: "missing" }, "FORBIDDEN"],
      [
        "permissions before an unknown limit",
        {},
        { permissions: "missing", ratelimits: [{ name: "unknown" }] },
        "INSUFFICIENT_PERMISSIONS",
      ],
      ["disabled before everything", { enabled: false, ...allowlist }, { permissions: "missing" }, "DISABLED"],
    ])("%s", async (_what, state, asked, code) => {
      const { key } = await make(state)
      expect(await codeOf({ key, ...asked })).toBe(code)
    })

    test("an unknown limit before an exceeded one, and it takes nothing", async () => {
      const { key } = await make({ ...exhausted, credits: { remaining: 5 } })
      const unknown = [{ name: "unknown" }]
      const refused = await call({ key, ratelimits: unknown })
      expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
      expect(refused.body.error.detail).toContain("`unknown`")
      expect(await verify({ key })).toMatchObject({ code: "VALID", credits: 4, ratelimits: [{ remaining: 0 }] })
      expect(outcomeOf(await call({ key, ratelimits: unknown }))).toBe("412 application/precondition_failed")
    })

    test("an exceeded limit before missing credits", async () => {
      const { key } = await make({ ...exhausted, credits: { remaining: 1 } })
      expect(await codeOf({ key })).toBe("VALID")
      expect(await codeOf({ key })).toBe("RATE_LIMITED")
      expect(await codeOf({ key, ratelimits: [{ name: "calls", cost: 0 }] })).toBe("USAGE_EXCEEDED")
    })

    test("existence before the state of the workspace: a key of a disabled one is just unknown elsewhere", async () => {
      const other = await keyward.createWorkspace()
      const { key } = await createKey(keyward, {}, other.rootKey)
      const { workspaceId } = other
      await keyward.ok(
        "workspaces.disableWorkspace",
        { workspaceId, reason: "unpaid_billing" },
        { key: keyward.operatorKey },
      )
      expect(await verify({ key })).toEqual({ valid: false, code: "NOT_FOUND" })
    })

    test("the state of the workspace before that of the key, when it is disabled while the body arrives", async () => {
      const own = await keyward.createWorkspace()
      const operator = { key: keyward.operatorKey }
      const { key } = await createKey(keyward, { enabled: false }, own.rootKey)
      const { workspaceId } = own
      const limits = { requestsPerMinute: 1000 }
      await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, operator)

      const { readable, writable } = new TransformStream<string, string>()
      const writer = writable.getWriter()
      const headers = { Authorization: `Bearer ${own.rootKey}`, "Content-Type": "application/json" }
      const body = readable.pipeThrough(new TextEncoderStream())
      const reply = keyward.request("/v2/keys.verifyKey", { method: "POST", headers, body })
      await writer.write("{")
      // The limit of the workspace counts a request after authentication.
      const remaining = async () => {
        const seen = await keyward.call("keys.listKeys", {}, { key: own.rootKey })
        return Number(seen.headers.get("ratelimit-remaining"))
      }
      let asked = 1
      while ((await remaining()) + asked === 1000) asked += 1
      await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "unpaid_billing" }, operator)
      await writer.write(`"key":"${key}"}`)
      await writer.close()
      expect(outcomeOf(await reply)).toBe("403 authorization/workspace_disabled")
    })
  })

  describe("expiry", () => {
    test("comes exactly at its millisecond", async () => {
      const expires = clock.now + 5000
      const { key } = await make({ expires })
      clock.now = expires - 1
      expect(await codeOf({ key })).toBe("VALID")
      clock.now = expires
      expect(await codeOf({ key })).toBe("EXPIRED")
    })
  })

  describe("lastUsedAt", () => {
    test("moves with VALID and with nothing else", async () => {
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
    const rows = await queryDatabase(keyward, `select tags, count from verifications where key_id = '${keyId}'`)
    const isApart = (row: object) => "tags" in row && String(row.tags).startsWith('["tag_')
    expect(rows.filter(isApart)).toHaveLength(100)
    const others = rows.filter((row) => !isApart(row)).map(({ tags }) => tags)
    expect(others.toSorted()).toEqual(["[]", "folded"])
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(171)
  })
})
