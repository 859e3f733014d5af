import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { compileOverrides } from "./override-matcher.ts"

interface Override {
  readonly identifier: string
  readonly createdAt: number
  readonly id: string
}

const override = (identifier: string, createdAt = 0, id = identifier): Override => ({ identifier, createdAt, id })
const chosen = (overrides: readonly Override[], identifier: string) => compileOverrides(overrides).find(identifier)

/** The definition, taken literally from docs/contract.md#161-ratelimitlimit. */
function defined(overrides: readonly Override[], identifier: string): Override | undefined {
  const equal = overrides.find((one) => one.identifier === identifier)
  if (equal !== undefined) return equal
  const characters = (one: Override) => one.identifier.replaceAll("*", "").length
  const matching = overrides.filter((one) => {
    const parts = one.identifier.split("*").map((part) => part.replaceAll(/[^a-z]/g, "\\$&"))
    return one.identifier.includes("*") && new RegExp(`^${parts.join("[^]*")}$`).test(identifier)
  })
  return matching.toSorted(
    (one, other) =>
      characters(other) - characters(one) || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  )[0]
}

describe("compileOverrides", () => {
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
      "a* a*",
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
      "a *",
    ]
    const isMatch = (pair: string) => {
      const [pattern = "", identifier = ""] = pair.split(" ")
      return chosen([override(pattern)], identifier) !== undefined
    }
    expect(matching.filter((pair) => !isMatch(pair))).toEqual([])
    expect(differing.filter(isMatch)).toEqual([])
  })

  test("chooses what the contract defines, for any overrides, in any order, and any identifier", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "*", "\n", "."), minLength: 1, maxLength: 8 })
    const identifier = fc.string({ unit: fc.constantFrom("a", "b", "*", "\n", "."), minLength: 1, maxLength: 10 })
    const overrides = fc.uniqueArray(fc.record({ identifier: text, createdAt: fc.nat(2), id: fc.uuid() }), {
      selector: (one) => one.identifier,
      maxLength: 12,
    })
    fc.assert(
      fc.property(overrides, identifier, (some, wanted) => {
        const before = [...some]
        expect(chosen(some, wanted)).toBe(defined(some, wanted))
        expect(some).toEqual(before)
      }),
      { numRuns: 5000 },
    )
  })

  test("prefers the equal identifier to any pattern, also when it contains `*`", () => {
    const overrides = [override("user_*"), override("user_1*"), override("user_1")]
    expect(chosen(overrides, "user_1")?.identifier).toBe("user_1")
    expect(chosen(overrides, "user_*")?.identifier).toBe("user_*")
  })

  test("prefers the pattern with more characters other than `*`, then the older one, then the smaller id", () => {
    expect(chosen([override("u***********"), override("us*")], "user")?.identifier).toBe("us*")
    expect(chosen([override("u*", 2), override("*r", 1)], "user")?.identifier).toBe("*r")
    expect(chosen([override("u*", 1, "b"), override("*r", 1, "a")], "user")?.id).toBe("a")
  })

  test("searches a text no more often than it says, whatever the pattern", () => {
    const patterns = [`${"a*".repeat(255)}b`, `*${"a*".repeat(250)}b*`, "*****", "a*b", "exact"]
    const matcher = compileOverrides(patterns.map((pattern) => override(pattern)))
    const identifier = "a".repeat(512)
    const original = String.prototype.indexOf
    let searches = 0
    String.prototype.indexOf = function (...given) {
      searches += 1
      return original.apply(this, given)
    }
    try {
      expect(matcher.find(identifier)?.identifier).toBe("*****")
    } finally {
      String.prototype.indexOf = original
    }
    expect(searches).toBeGreaterThan(250)
    expect(searches).toBeLessThanOrEqual(matcher.searches)
    expect(matcher.searches).toBeLessThan(520)
  })
})
