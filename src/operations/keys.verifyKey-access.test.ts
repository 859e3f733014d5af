import { describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../test/harness/fixtures.ts"
import { serveVerifications } from "../../test/harness/serve-verifications.ts"
import { locationsOf } from "../../test/requests/outcome.ts"

/** The verdicts that depend on who asks, what is asked for, and the address. */
describe("access by keys.verifyKey", () => {
  const { apiId, call, codeOf, keyward, make, verify } = serveVerifications("sqlite")

  describe("the caller", () => {
    test("verifies keys of the APIs its grants name, and no others", async () => {
      const there = await make()
      const elsewhere = await createKey(keyward, { credits: { remaining: 1 } })
      const narrow = { key: await keyward.createRootKey([`api.${apiId()}.verify_key`]) }
      expect((await verify({ key: there.key }, narrow)).code).toBe("VALID")
      expect(await verify({ key: elsewhere.key }, narrow)).toEqual({ valid: false, code: "NOT_FOUND" })
      expect(await verify({ key: elsewhere.key })).toMatchObject({ code: "VALID", credits: 0 })
    })

    test("knows only keys of the keyspaces that the request names, and takes nothing from others", async () => {
      const limits = [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }]
      const { key } = await make({ credits: { remaining: 1 }, ratelimits: limits })
      const other = await createApi(keyward)
      for (const keyspaces of [[other], ["nope", other], [apiId().toLowerCase()]]) {
        expect(await verify({ key, keyspaces })).toEqual({ valid: false, code: "NOT_FOUND" })
      }
      const found = await verify({ key, keyspaces: [other, apiId()] })
      expect(found).toMatchObject({ code: "VALID", apiId: apiId(), keyspaceId: apiId(), credits: 0 })
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
        const codes = [await codeOf({ key, ...asked }), await codeOf({ key: narrow.key, ...asked })]
        expect([ip, ...codes]).toEqual([ip, ofApi, ofBoth])
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
