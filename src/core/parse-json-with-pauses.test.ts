import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { parseJsonWithPauses } from "./parse-json-with-pauses.ts"

async function outcomeOf(parsing: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await parsing())
  } catch (error) {
    if (error instanceof SyntaxError) return "malformed"
    throw error
  }
}

const pauseIfDue = () => undefined

const values = fc.jsonValue({ maxDepth: 5, stringUnit: fc.constantFrom(...'[]{}",:\\ a_'), noUnicodeString: false })

describe("JSON that is parsed in turns", () => {
  test("is what JSON.parse gives, whatever the size of a piece", async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), async (value, size, spaces) => {
        const text = ` ${JSON.stringify(value, null, spaces)}\n`
        expect(await parseJsonWithPauses(text, pauseIfDue, size)).toEqual(JSON.parse(text))
      }),
      { numRuns: 1500 },
    )
  })

  test("is refused where JSON.parse refuses it", async () => {
    const damage = fc.record({
      at: fc.nat(200),
      cut: fc.nat(2),
      put: fc.constantFrom("", ",", "]", "}", "[", '"', ":", "1 ", "{", "-"),
    })
    await fc.assert(
      fc.asyncProperty(values, damage, fc.integer({ min: 1, max: 20 }), async (value, { at, cut, put }, size) => {
        const whole = JSON.stringify(value)
        const start = at % (whole.length + 1)
        const text = whole.slice(0, start) + put + whole.slice(start + cut)
        expect(await outcomeOf(() => parseJsonWithPauses(text, pauseIfDue, size))).toBe(
          await outcomeOf(() => JSON.parse(text)),
        )
      }),
      { numRuns: 4000 },
    )
  })

  test.each([
    "[1,,2]",
    "[1,2,]",
    "[,1]",
    "[ ,[1,2,3]]",
    "[[1,2,3] [4,5,6]]",
    "[[1,2,3]4,5]",
    '{"a":-[1,2,3]}',
    '{"a":[1,2,3],}',
    '{"a" [1,2,3]}',
    "[1,2,3]]",
    "[1,2,3",
    "[1,2,3}",
    "x[1,2,3]",
    "[1,2,3]x",
    "\u00a0[1,2,3]",
    "1,2",
    "",
  ])("is refused: %s", async (text) => {
    expect(await outcomeOf(() => parseJsonWithPauses(text, pauseIfDue, 1))).toBe("malformed")
  })

  test("keeps the last of two fields of a name, and `__proto__` as a field", async () => {
    const text = '{"a":[1,2,3],"b":1,"__proto__":{"a":[1,2]},"a":{"c":[4,5]}}'
    const parsed = await parseJsonWithPauses(text, pauseIfDue, 1)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  })

  test("gives no piece to JSON.parse that is much longer than a piece may be", async () => {
    const text = `{${Array.from({ length: 20_000 }, (_, index) => `"name${index}":[{"other${index}":0}]`).join(",")}}`
    const lengths: number[] = []
    const { parse } = JSON
    JSON.parse = (piece, ...more) => {
      lengths.push(piece.length)
      return parse(piece, ...more)
    }
    try {
      expect(Object.keys(Object(await parseJsonWithPauses(text, pauseIfDue)))).toHaveLength(20_000)
    } finally {
      JSON.parse = parse
    }
    expect(Math.max(...lengths)).toBeLessThan(9_000)
    expect(lengths.length).toBeGreaterThan(20)
  })
})
