import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

/** The verdicts that depend on who asks, what is asked for, and the address. */
describe.each([...engines])("access by keys.verifyKey on %s", (engine) => {
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
})
