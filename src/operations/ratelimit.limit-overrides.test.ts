import { describe, expect, test } from "bun:test"
import { serveLimits, start } from "../../test/harness/serve-limits.ts"

describe("overrides of ratelimit.limit", () => {
  const { clock, keyward, setOverride, take } = serveLimits("sqlite")

  test("applies limit and duration of the override and names it", async () => {
    clock.now = start + 1000
    await take("overridden")
    const { overrideId } = await setOverride("overridden", "user_1", { limit: 3, duration: 3_600_000 })
    const reset = start + 3_600_000
    expect(await take("overridden")).toEqual({ success: true, limit: 3, remaining: 2, reset, overrideId })
    const free = { success: true, limit: 10, remaining: 9, reset: start + 60_000 }
    expect(await take("overridden", { identifier: "user_2" })).toEqual(free)
  })

  test("denies everything with limit 0, whatever the cost", async () => {
    await take("blocked", { cost: 0 })
    const { overrideId } = await setOverride("blocked", "*", { limit: 0 })
    for (const cost of [0, 1, 10]) {
      const denied = { success: false, limit: 0, remaining: 0, overrideId }
      expect(await take("blocked", { cost })).toMatchObject(denied)
    }
    await keyward.ok("ratelimit.deleteOverride", { namespace: "blocked", identifier: "*" })
    expect(await take("blocked")).toEqual({ success: true, limit: 10, remaining: 9, reset: expect.any(Number) })
  })

  test("prefers the equal identifier, then the pattern with more characters, then the older one", async () => {
    await take("patterns", { cost: 0 })
    const overrides: Record<string, string> = {}
    for (const identifier of ["*", "u*****", "us*", "*r_", "user_1", "user_*", "*_1_*", "*_2_*", "a*b*c"]) {
      clock.now += 1
      overrides[identifier] = (await setOverride("patterns", identifier)).overrideId
    }
    const applied = async (identifier: string) => {
      const { overrideId } = await take("patterns", { identifier, cost: 0 })
      return Object.keys(overrides).find((each) => overrides[each] === overrideId)
    }
    expect(await applied("user_1")).toBe("user_1")
    expect(await applied("user_12")).toBe("user_*")
    expect(await applied("user_*")).toBe("user_*")
    expect(await applied("usr_")).toBe("us*")
    expect(await applied("ur_")).toBe("*r_")
    expect(await applied("x_2__1_")).toBe("*_1_*")
    expect(await applied("abc")).toBe("a*b*c")
    expect(await applied("Abc")).toBe("*")
    expect(await applied("\n")).toBe("*")
  })

  test("applies a change without resetting the counter", async () => {
    await take("changing", { cost: 0 })
    await setOverride("changing", "user_1", { limit: 5 })
    expect(await take("changing", { cost: 4 })).toMatchObject({ limit: 5, remaining: 1 })
    await setOverride("changing", "user_1", { limit: 7 })
    expect(await take("changing", { cost: 0 })).toMatchObject({ limit: 7, remaining: 3 })
  })
})
