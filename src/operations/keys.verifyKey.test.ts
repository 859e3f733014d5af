import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { queryDatabase } from "../../test/database.ts"
import { createApi, createKey } from "../../test/fixtures.ts"
import { engines, startKeyward, type TestServer } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"

/** The verdict itself. What it takes is tested beside shared/charge.ts, how a key is found beside shared/find-verifiable-key.ts. */
describe.each([...engines])("keys.verifyKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  let keyward: TestServer
  let apiId: string
  beforeAll(async () => {
    keyward = await startKeyward({ engine, clock })
    apiId = await createApi(keyward)
  })
  afterAll(() => keyward.stop())

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
      // The limit of the workspace counts a request once its key has been looked at.
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

  describe("the caller", () => {
    test("has to be usable itself, and its workspace too", async () => {
      const { key } = await make()
      const rootKey = (state: object) =>
        keyward.ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"], ...state })
      const disabled = await rootKey({ enabled: false })
      const expired = await rootKey({ expires: clock.now })
      expect(outcomeOf(await call({ key }, { key: disabled.rootKey }))).toBe("403 authorization/key_disabled")
      expect(outcomeOf(await call({ key }, { key: expired.rootKey }))).toBe("403 authorization/key_expired")
      const own = await keyward.createWorkspace()
      const { workspaceId } = own
      const operator = { key: keyward.operatorKey }
      const theirs = await createKey(keyward, {}, own.rootKey)
      await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "unpaid_billing" }, operator)
      expect(outcomeOf(await call({ key: theirs.key }, { key: own.rootKey }))).toBe(
        "403 authorization/workspace_disabled",
      )
      await keyward.ok("workspaces.enableWorkspace", { workspaceId }, operator)
      expect((await verify({ key: theirs.key }, { key: own.rootKey })).code).toBe("VALID")
    })

    test("verifies keys of the APIs its grants name, and no others", async () => {
      const there = await make()
      const elsewhere = await createKey(keyward, { credits: { remaining: 1 } })
      const narrow = { key: await keyward.createRootKey([`api.${apiId}.verify_key`]) }
      expect((await verify({ key: there.key }, narrow)).code).toBe("VALID")
      expect(await verify({ key: elsewhere.key }, narrow)).toEqual({ valid: false, code: "NOT_FOUND" })
      expect(await verify({ key: elsewhere.key })).toMatchObject({ code: "VALID", credits: 0 })
    })

    test("knows only keys of the keyspaces that the request names, and takes nothing from others", async () => {
      const limits = [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }]
      const { key } = await make({ credits: { remaining: 1 }, ratelimits: limits })
      const other = await createApi(keyward)
      for (const keyspaces of [[other], ["nope", other], [apiId.toLowerCase()]]) {
        expect(await verify({ key, keyspaces })).toEqual({ valid: false, code: "NOT_FOUND" })
      }
      const found = await verify({ key, keyspaces: [other, apiId] })
      expect(found).toMatchObject({ code: "VALID", apiId, keyspaceId: apiId, credits: 0 })
    })
  })

  describe("permission queries", () => {
    let key: string
    beforeAll(async () => {
      await keyward.ok("permissions.createRole", { name: "reader", permissions: ["a"] })
      key = (await make({ roles: ["reader"], permissions: ["c", "docs.*", "x:y/z-1_2"] })).key
    })

    test.each([
      ["a", true],
      ["b", false],
      ["a AND (b OR c)", true],
      ["a AND b", false],
      ["b OR a AND c", true],
      ["(b OR a) AND b", false],
      ["b and c or a", true],
      ["\t(\r\n( a )aNd\n((c)))", true],
      ["docs.*", true],
      ["docs.read", false],
      ["A", false],
      ["x:y/z-1_2", true],
      ["android OR a", true],
    ])("%j is %p", async (permissions, isSatisfied) => {
      expect(await codeOf({ key, permissions })).toBe(isSatisfied ? "VALID" : "INSUFFICIENT_PERMISSIONS")
    })

    test.each([
      ["a AND", 6],
      ["AND a", 1],
      ["a b", 3],
      ["(a OR b", 8],
      ["a)", 2],
      ["()", 2],
      [" ", 2],
      ["a OR OR b", 6],
      ["a,b", 2],
      ['a AND "b"', 7],
      ["a & b", 3],
      ["ä", 1],
    ])("%j is refused, and the message says where", async (permissions, position) => {
      const reply = await call({ key, permissions })
      expect(outcomeOf(reply)).toBe("400 application/permissions_query_syntax_error")
      expect(locationsOf(reply)).toEqual(["body.permissions"])
      expect(reply.body.error.errors[0].message).toContain(`at character ${position},`)
    })

    test("are read before the key is looked for", async () => {
      expect(outcomeOf(await call({ key: "unknown", permissions: "a AND" }))).toBe(
        "400 application/permissions_query_syntax_error",
      )
    })

    test("may have a thousand characters and no more", async () => {
      const deep = `${"(".repeat(499)}a ${")".repeat(499)}`
      expect(deep).toHaveLength(1000)
      expect(await codeOf({ key, permissions: deep })).toBe("VALID")
      expect(locationsOf(await call({ key, permissions: `${deep} ` }))).toEqual(["body.permissions"])
    })
  })

  describe("allow lists", () => {
    test("of the API and of the key have to agree, whatever the connection says", async () => {
      const own = await createApi(keyward)
      await keyward.ok("apis.updateApi", { apiId: own, ipAllowlist: ["10.0.0.0/8", "2001:db8::/32"] })
      const { key } = await make({ apiId: own })
      const narrow = await make({ apiId: own, ipAllowlist: ["10.1.0.0/16", "127.0.0.1"] })
      const cases: readonly (readonly [string | undefined, string, string])[] = [
        ["10.1.2.3", "VALID", "VALID"],
        ["::ffff:10.1.2.3", "VALID", "VALID"],
        ["::FFFF:0a01:0203", "VALID", "VALID"],
        ["10.2.0.0", "VALID", "FORBIDDEN"],
        ["2001:db8::1", "VALID", "FORBIDDEN"],
        ["11.0.0.0", "FORBIDDEN", "FORBIDDEN"],
        ["127.0.0.1", "FORBIDDEN", "FORBIDDEN"],
        ["::1", "FORBIDDEN", "FORBIDDEN"],
        [undefined, "FORBIDDEN", "FORBIDDEN"],
      ]
      for (const [ip, ofApi, ofBoth] of cases) {
        const asked = ip === undefined ? {} : { ip }
        expect([ip, await codeOf({ key, ...asked }), await codeOf({ key: narrow.key, ...asked })]).toEqual([
          ip,
          ofApi,
          ofBoth,
        ])
      }
      const headers = { "X-Forwarded-For": "10.1.2.3", Forwarded: "for=10.1.2.3" }
      expect((await verify({ key }, { headers })).code).toBe("FORBIDDEN")
    })

    test("play no part where they are empty", async () => {
      const { key } = await make()
      expect([await codeOf({ key }), await codeOf({ key, ip: "192.0.2.1" })]).toEqual(["VALID", "VALID"])
    })

    test.each(["10.0.0.0/8", "10.0.0", "10.0.0.256", "010.0.0.1", "localhost", "", " 10.0.0.1", "fe80::1%eth0", "::g"])(
      "%j is no address",
      async (ip) => {
        expect(new Set(locationsOf(await call({ key: "x", ip })))).toEqual(new Set(["body.ip"]))
      },
    )
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
        // Uses are stored in batches, and the last one when the service stops.
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

  describe("bad input", () => {
    test("is refused with every violation", async () => {
      const reply = await call({
        permissions: "",
        credits: {},
        ratelimits: [
          { name: "ab" },
          { name: "one", limit: 1 },
          { name: "two", duration: 1000 },
          { name: "three", cost: -1, limit: 0, duration: 999 },
          { name: "one", cost: 1.5, window: 1 },
        ],
        ip: "nowhere",
        tags: ["", 5],
        migrationId: null,
        apiId,
      })
      expect([reply.status, locationsOf(reply)]).toEqual([
        400,
        [
          "body.apiId",
          "body.credits.cost",
          "body.ip",
          "body.key",
          "body.migrationId",
          "body.permissions",
          "body.ratelimits[0].name",
          "body.ratelimits[1].duration",
          "body.ratelimits[2].limit",
          "body.ratelimits[3].cost",
          "body.ratelimits[3].duration",
          "body.ratelimits[3].limit",
          "body.ratelimits[4].cost",
          "body.ratelimits[4].window",
          "body.tags[0]",
          "body.tags[1]",
        ],
      ])
    })

    test.each([
      ["an empty key", { key: "" }, "body.key"],
      ["no keyspace among the keyspaces", { keyspaces: [] }, "body.keyspaces"],
      ["101 keyspaces", { keyspaces: Array(101).fill("api_1") }, "body.keyspaces"],
      ["an empty keyspace", { keyspaces: [""] }, "body.keyspaces[0]"],
      ["a key of 513 characters", { key: "x".repeat(513) }, "body.key"],
      ["two entries of one name", { ratelimits: [{ name: "one" }, { name: "one" }] }, "body.ratelimits[1].name"],
      [
        "51 limits",
        { ratelimits: Array.from({ length: 51 }, (_, index) => ({ name: `limit-${index}` })) },
        "body.ratelimits",
      ],
      ["21 tags", { tags: Array.from({ length: 21 }, String) }, "body.tags"],
      ["a tag of 513 characters", { tags: ["x".repeat(513)] }, "body.tags[0]"],
      ["a cost beyond a trillion", { credits: { cost: 1_000_000_000_001 } }, "body.credits.cost"],
      ["a negative cost", { credits: { cost: -1 } }, "body.credits.cost"],
      ["a cost in quotation marks", { credits: { cost: "1" } }, "body.credits.cost"],
      ["null for credits", { credits: null }, "body.credits"],
      ["a migration of 257 characters", { migrationId: "x".repeat(257) }, "body.migrationId"],
      ["a limit beyond a billion", inline({ limit: 1_000_000_001 }), "body.ratelimits[0].limit"],
      ["a duration beyond a year", inline({ duration: 31_536_000_001 }), "body.ratelimits[0].duration"],
      ["a cost of a limit beyond a billion", inline({ cost: 1_000_000_001 }), "body.ratelimits[0].cost"],
    ])("%s is refused", async (_what, body, location) => {
      const reply = await call({ key: "x", ...body })
      expect([outcomeOf(reply), locationsOf(reply)]).toEqual(["400 application/invalid_input", [location]])
    })

    test("is not what lies on the bounds", async () => {
      const { key } = await make()
      const atTheEdge = {
        ratelimits: [
          { name: "one", limit: 1_000_000_000, duration: 31_536_000_000, cost: 1_000_000_000 },
          { name: "x".repeat(255), limit: 1, duration: 1000, cost: 0 },
        ],
        credits: { cost: 1_000_000_000_000 },
        tags: Array.from({ length: 20 }, () => "x".repeat(512)),
        ip: "::",
        migrationId: "",
      }
      expect(await codeOf({ key, ...atTheEdge })).toBe("VALID")
      expect(await codeOf({ key: "x".repeat(512), ...atTheEdge })).toBe("NOT_FOUND")
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

function inline(settings: object) {
  return { ratelimits: [{ name: "inline", limit: 1, duration: 1000, ...settings }] }
}
