import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { chooseOverride, matchesPattern } from "./wildcard.ts"

describe("matchesPattern", () => {
  test("lets `*` stand for any run of characters, also none, and needs the whole identifier", () => {
    const matching = [
      "user_1 user_1",
      "user_* user_",
      "user_* user_1",
      "*",
      "* x",
      "a*c abc",
      "a*c ac",
      "a**c abbc",
      "*b* abc",
    ]
    const differing = [
      "user_1 user_12",
      "user_* my_user_1",
      "a*c abcd",
      "aba*aba aba",
      "*ab*b ab",
      "a.c abc",
      "a* b",
      "? x",
    ]
    for (const pair of matching) {
      const [pattern = "", identifier = ""] = pair.split(" ")
      expect([pair, matchesPattern(pattern, identifier)]).toEqual([pair, true])
    }
    for (const pair of differing) {
      const [pattern = "", identifier = ""] = pair.split(" ")
      expect([pair, matchesPattern(pattern, identifier)]).toEqual([pair, false])
    }
  })

  test("takes a `*` in the identifier as an ordinary character", () => {
    expect(matchesPattern("a", "*")).toBe(false)
    expect(matchesPattern("a*", "a*")).toBe(true)
  })

  test("agrees with a regular expression on any text", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 })
    const identifier = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 10 })
    fc.assert(
      fc.property(pattern, identifier, (wild, text) => {
        const expression = new RegExp(`^${wild.replaceAll("*", "[^]*")}$`)
        expect(matchesPattern(wild, text)).toBe(expression.test(text))
      }),
      { numRuns: 5000 },
    )
  })

  test("answers at once where a backtracking matcher would not", () => {
    const started = performance.now()
    expect(matchesPattern(`${"a*".repeat(255)}b`, "a".repeat(512))).toBe(false)
    expect(matchesPattern(`*${"a*".repeat(250)}b*`, "a".repeat(512))).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe("chooseOverride", () => {
  const override = (identifier: string, createdAt = 0, id = identifier) => ({ identifier, createdAt, id })

  test("prefers the equal identifier to any pattern, also when it contains `*`", () => {
    const overrides = [override("user_*"), override("user_1*"), override("user_1")]
    expect(chooseOverride(overrides, "user_1")?.identifier).toBe("user_1")
    expect(chooseOverride(overrides, "user_*")?.identifier).toBe("user_*")
  })

  test("prefers the pattern with more characters other than `*`, not the longer one", () => {
    expect(chooseOverride([override("u***********"), override("us*")], "user")?.identifier).toBe("us*")
    expect(chooseOverride([override("*"), override("*r"), override("x*")], "user")?.identifier).toBe("*r")
  })

  test("prefers the older of equally specific patterns, then the smaller id", () => {
    expect(chooseOverride([override("u*", 2), override("*r", 1)], "user")?.identifier).toBe("*r")
    expect(chooseOverride([override("u*", 1, "b"), override("*r", 1, "a")], "user")?.id).toBe("a")
    expect(chooseOverride([override("u*", 1, "a"), override("*r", 1, "b")], "user")?.id).toBe("a")
  })

  test("finds nothing where nothing matches", () => {
    expect(chooseOverride([override("x*"), override("use")], "user")).toBeUndefined()
    expect(chooseOverride([], "user")).toBeUndefined()
  })

  test("does not depend on the order of the list, and does not change it", () => {
    const list = [override("a*", 3), override("*a", 2), override("*", 1), override("a*a", 5), override("aa", 9)]
    fc.assert(
      fc.property(fc.shuffledSubarray(list), fc.constantFrom("a", "aa", "aba", "b"), (shuffled, identifier) => {
        const before = [...shuffled]
        const sorted = list.filter((each) => shuffled.includes(each))
        expect(chooseOverride(shuffled, identifier)).toBe(chooseOverride(sorted, identifier))
        expect(shuffled).toEqual(before)
      }),
    )
  })
})
