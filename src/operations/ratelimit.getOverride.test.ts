import { beforeAll, describe, expect, test } from "bun:test"
import { serveLimits } from "../../test/harness/serve-limits.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("ratelimit.getOverride", () => {
  const { keyward, namespaceId, setOverride, take } = serveLimits("sqlite")
  const ids = new Map<string, string>()
  beforeAll(async () => {
    await take("emails")
    for (const identifier of ["user_*", "user_1", "*_9", "user_1*", "gone"]) {
      ids.set(identifier, (await setOverride("emails", identifier)).overrideId)
    }
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "gone" })
  })

  test("shows the override that ratelimit.limit would apply, with the stored pattern", async () => {
    for (const [identifier, pattern] of [
      ["user_1", "user_1"],
      ["user_2", "user_*"],
      ["user_12", "user_1*"],
      ["user_*", "user_*"],
      ["a_9", "*_9"],
      ["user_9", "user_*"],
    ] as const) {
      const overrideId = ids.get(pattern)
      for (const namespace of ["emails", await namespaceId("emails")]) {
        const shown = await keyward.ok("ratelimit.getOverride", { namespace, identifier })
        expect(shown).toEqual({ overrideId, identifier: pattern, limit: 5, duration: 60_000 })
      }
      expect((await take("emails", { identifier })).overrideId).toBe(overrideId)
    }
  })

  test("answers 404 where none fits", async () => {
    for (const identifier of ["gone", "User_1", "nobody", "9"]) {
      const reply = await keyward.call("ratelimit.getOverride", { namespace: "emails", identifier })
      expect(outcomeOf(reply)).toBe("404 data/ratelimit_override_not_found")
    }
  })

  test("names every field that is empty or too long", async () => {
    const bad = { namespace: "", identifier: "i".repeat(513) }
    await expectViolations(keyward, "ratelimit.getOverride", [[bad, "body.namespace", "body.identifier"]])
  })
})
