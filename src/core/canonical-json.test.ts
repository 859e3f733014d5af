import { describe, expect, test } from "bun:test"
import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { canonicalJson, canonicalJsonInTurns, rfc8785Json } from "./canonical-json.ts"

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
        expect(await canonicalJsonInTurns(value, () => undefined)).toBe(canonicalJson(value))
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

describe("rfc8785Json", () => {
  const canonical = (text: string): string => rfc8785Json(JSON.parse(text))

  test("writes the first example of the RFC as it stands there", () => {
    const example = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonical(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test("sorts the names of the example in the RFC by their UTF-16 code units, surrogate pairs included", () => {
    const names = String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
      "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`
    expect([...canonical(names).matchAll(/:"([^"]*)"/g)].map(([, value]) => value)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ])
  })

  test.each([
    ['{"a!":1,"a":2}', '{"a":2,"a!":1}', '{"a!":1,"a":2}'],
    ['{"a b":1,"a":2}', '{"a":2,"a b":1}', '{"a b":1,"a":2}'],
    [String.raw`{"A":1,"\n":2}`, String.raw`{"\n":2,"A":1}`, String.raw`{"A":1,"\n":2}`],
    [String.raw`{"0":1,"\"":2}`, String.raw`{"\"":2,"0":1}`, String.raw`{"0":1,"\"":2}`],
  ])("sorts names in %p, where the older form sorts whole members", (text, byName, byMember) => {
    expect(canonical(text)).toBe(byName)
    expect(ofText(text)).toBe(byMember)
  })

  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
  ])("writes the number %s of appendix B as %s", (bits, text) => {
    expect(rfc8785Json(Buffer.from(bits, "hex").readDoubleBE())).toBe(text)
  })

  test("is canonical already: writing it again changes nothing, and no order of members does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = rfc8785Json(value)
        expect(canonical(text)).toBe(text)
        expect(rfc8785Json(shuffled(value))).toBe(text)
      }),
    )
  })

  test("refuses what the RFC refuses", () => {
    for (const value of [Number.NaN, [Number.POSITIVE_INFINITY], "\ud800", { "\udc00": 1 }, undefined, 1n]) {
      expect(() => rfc8785Json(value)).toThrow(TypeError)
    }
  })
})
