import { describe, expect, test } from "bun:test"
import { serveVerifications } from "../../test/harness/serve-verifications.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("bad input of keys.verifyKey", () => {
  const { codeOf, keyward, make } = serveVerifications("sqlite")

  test("is refused with every violation", async () => {
    const ratelimits = [
      { name: "ab" },
      { name: "one", limit: 1 },
      { name: "two", duration: 1000 },
      { name: "three", cost: -1, limit: 0, duration: 999 },
      { name: "one", cost: 1.5, window: 1 },
    ]
    const ofLimits = ["[0].name", "[1].duration", "[2].limit", "[3].cost", "[3].duration", "[3].limit", "[4].cost"]
    const bad = { permissions: "", credits: {}, ip: "nowhere", tags: ["", 5], migrationId: null }
    await expectViolations(keyward, "keys.verifyKey", [
      [
        { ...bad, ratelimits },
        ...["credits.cost", "ip", "key", "migrationId", "permissions", "tags[0]", "tags[1]"].map((at) => `body.${at}`),
        ...[...ofLimits, "[4].window"].map((at) => `body.ratelimits${at}`),
      ],
    ])
  })

  test("is refused beyond each bound", async () => {
    const names = Array.from({ length: 51 }, (_, index) => ({ name: `limit-${index}` }))
    const wrong: readonly (readonly [object, string])[] = [
      [{ key: "" }, "body.key"],
      [{ key: "x".repeat(513) }, "body.key"],
      [{ keyspaces: [] }, "body.keyspaces"],
      [{ keyspaces: Array(101).fill("api_1") }, "body.keyspaces"],
      [{ keyspaces: [""] }, "body.keyspaces[0]"],
      [{ ratelimits: [{ name: "one" }, { name: "one" }] }, "body.ratelimits[1].name"],
      [{ ratelimits: names }, "body.ratelimits"],
      [{ tags: Array.from({ length: 21 }, String) }, "body.tags"],
      [{ tags: ["x".repeat(513)] }, "body.tags[0]"],
      [{ credits: { cost: 1_000_000_000_001 } }, "body.credits.cost"],
      [{ credits: { cost: -1 } }, "body.credits.cost"],
      [{ credits: { cost: "1" } }, "body.credits.cost"],
      [{ credits: null }, "body.credits"],
      [{ migrationId: "x".repeat(257) }, "body.migrationId"],
      [inline({ limit: 1_000_000_001 }), "body.ratelimits[0].limit"],
      [inline({ duration: 31_536_000_001 }), "body.ratelimits[0].duration"],
      [inline({ cost: 1_000_000_001 }), "body.ratelimits[0].cost"],
    ]
    const cases = wrong.map(([body, location]) => [{ key: "x", ...body }, location] as const)
    await expectViolations(keyward, "keys.verifyKey", cases)
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
