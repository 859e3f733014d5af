import { describe, expect, test } from "bun:test"
import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { canonicalJson, canonicalJsonWithPauses } from "./canonical-json.ts"

const ofText = (text: string): string => canonicalJson(JSON.parse(text))

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== "object" || value === null) return value
  const reversed = Object.entries(value)
    .reverse()
    .map(([name, member]): [string, unknown] => [name, shuffled(member)])
  return Object.fromEntries(reversed)
}

describe("canonicalJson", () => {
  test("writes members in one order, whatever order they came in", () => {
    expect(ofText('{ "b": [1, {"d": null, "c": "x"}], "a": true }')).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
      }),
    )
  })

  test("is the same text in turns, on which kept hashes are built", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await canonicalJsonWithPauses(value, () => undefined)).toBe(canonicalJson(value))
      }),
    )
  })

  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), plain)).toBe(true)
      }),
    )
  })

  test("gives different text for different values", () => {
    const pairs: readonly (readonly [string, string])[] = [
      ["1", '"1"'],
      ["null", "{}"],
      ["[]", "{}"],
      ["[1,2]", "[2,1]"],
      ["[[1],2]", "[[1,2]]"],
      ["1e400", "null"],
      ["1e400", "-1e400"],
      ['{"a":1}', '{"a":1,"b":null}'],
      ['{"a,b":1}', '{"a":1,"b":1}'],
      ['"\\ud800"', '"\\ud801"'],
    ]
    for (const [left, right] of pairs) expect(ofText(left)).not.toBe(ofText(right))
  })

  test("gives equal text for the same number and string written differently", () => {
    const pairs: readonly (readonly [string, string])[] = [
      ["-0", "0"],
      ["1.0", "1"],
      ["10e-1", "1"],
      ['"\\u0041"', '"A"'],
      ['{"a":1,"a":2}', '{"a":2}'],
    ]
    for (const [left, right] of pairs) expect(ofText(left)).toBe(ofText(right))
  })

  test("keeps own members named __proto__", () => {
    expect(ofText('{"__proto__":{"a":1}}')).toBe('{"__proto__":{"a":1}}')
    expect(ofText('{"__proto__":1}')).not.toBe(ofText("{}"))
  })

  test("writes a hundred levels", () => {
    const text = `${"[".repeat(100)}${"]".repeat(100)}`
    expect(ofText(text)).toBe(text)
  })

  test("throws for what no JSON text can hold", () => {
    expect(() => canonicalJson(undefined)).toThrow(TypeError)
    expect(() => canonicalJson([1n])).toThrow(TypeError)
  })
})
