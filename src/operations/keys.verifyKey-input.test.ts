import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("bad input of keys.verifyKey on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const call = (body: object, options = {}) => keyward.call("keys.verifyKey", body, options)
  const verify = (body: object, options = {}) => keyward.ok("keys.verifyKey", body, options)
  const codeOf = async (body: object) => (await verify(body)).code
  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })

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

function inline(settings: object) {
  return { ratelimits: [{ name: "inline", limit: 1, duration: 1000, ...settings }] }
}
