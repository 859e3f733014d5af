import { describe, expect, test } from "bun:test"
import { check, serveLimits, start } from "../../test/harness/serve-limits.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("ratelimit.multiLimit", () => {
  const { keyward, namespaceId, namespaces, remaining, setOverride } = serveLimits("sqlite")
  const take = (...checks: object[]) => keyward.ok("ratelimit.multiLimit", checks)
  const create = (...names: string[]) => take(...names.map((name) => check(name, { cost: 0 })))

  test("takes every check and answers in request order", async () => {
    const answer = await take(check("one", { cost: 3 }), check("two", { identifier: "user_2", limit: 5 }))
    const reset = start + 60_000
    expect(answer).toEqual({
      passed: true,
      limits: [
        { namespace: "one", identifier: "user_1", passed: true, limit: 10, remaining: 7, reset },
        { namespace: "two", identifier: "user_2", passed: true, limit: 5, remaining: 4, reset },
      ],
    })
    expect([await remaining("one"), await remaining("two", { identifier: "user_2" })]).toEqual([7, 9])
  })

  test("moves no counter if one check fails, and shows each outcome alone", async () => {
    await take(check("full", { cost: 10 }), check("open", { cost: 2 }))
    const { passed, limits } = await take(check("open"), check("full"), check("open", { cost: 9 }))
    expect(passed).toBe(false)
    expect(limits.map((each: { passed: boolean }) => each.passed)).toEqual([true, false, false])
    expect(limits.map((each: { remaining: number }) => each.remaining)).toEqual([8, 0, 8])
    expect([await remaining("open"), await remaining("full")]).toEqual([8, 0])
  })

  test("adds up checks on the same counter in request order, by whatever name they reach it", async () => {
    await create("same")
    const id = await namespaceId("same")
    const over = await take(check("same", { cost: 6 }), check(id, { cost: 5 }), check("same", { cost: 4 }))
    expect(over.limits.map((each: { passed: boolean }) => each.passed)).toEqual([true, false, true])
    expect(await remaining("same")).toBe(10)
    const exact = await take(check("same", { cost: 6 }), check(id, { cost: 4, limit: 11 }), check(id, { cost: 0 }))
    expect(exact.limits.map((each: { remaining: number }) => each.remaining)).toEqual([4, 1, 0])
    expect(exact.limits.map((each: { namespace: string }) => each.namespace)).toEqual(["same", id, id])
    expect(await remaining("same")).toBe(0)
  })

  test("applies to each check the override that fits its identifier", async () => {
    await create("gold", "silver")
    const pattern = await setOverride("gold", "user_*", { limit: 20 })
    const exact = await setOverride("gold", "user_2", { limit: 30 })
    const others = ["user_2", "x"].map((identifier) => check("gold", { identifier }))
    const { limits } = await take(check("gold"), ...others, check("silver"))
    expect(limits).toMatchObject([
      { limit: 20, remaining: 19, overrideId: pattern.overrideId },
      { limit: 30, remaining: 29, overrideId: exact.overrideId },
      { limit: 10, remaining: 9 },
      { limit: 10, remaining: 9 },
    ])
    expect([limits[2].overrideId, limits[3].overrideId]).toEqual([undefined, undefined])
  })

  test("lets a check without cost fail the call where an override denies", async () => {
    await create("denying", "innocent")
    await setOverride("denying", "*", { limit: 0 })
    expect((await take(check("innocent", { cost: 3 }), check("denying", { cost: 0 }))).passed).toBe(false)
    expect(await remaining("innocent")).toBe(10)
  })

  test("refuses bad checks, and says where", async () => {
    await expectViolations(keyward, "ratelimit.multiLimit", [
      [undefined, "body"],
      [check("n"), "body"],
      [[], "body"],
      [Array.from({ length: 101 }, () => check("n")), "body"],
      [[1], "body[0]"],
      [[check("n", { limit: 0 })], "body[0].limit"],
      [[check("n"), check("n", { duration: 999 })], "body[1].duration"],
      [[check("n", { more: 1 }), check("", { cost: -1 })], "body[0].more", "body[1].namespace", "body[1].cost"],
    ])
  })

  test("takes 100 checks at once", async () => {
    const checks = Array.from({ length: 100 }, (_, index) => check(`many_${index % 30}`, { identifier: `i${index}` }))
    const { passed, limits } = await take(...checks)
    expect([passed, limits.length]).toEqual([true, 100])
    expect(await namespaces("many_")).toHaveLength(30)
  })
})
