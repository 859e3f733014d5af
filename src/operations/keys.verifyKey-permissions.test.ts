import { beforeAll, describe, expect, test } from "bun:test"
import { serveVerifications } from "../../test/harness/serve-verifications.ts"
import { locationsOf, outcomeOf } from "../../test/requests/outcome.ts"

describe("permission queries of keys.verifyKey", () => {
  const { call, codeOf, keyward, make } = serveVerifications("sqlite")

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
