import { expect, test } from "bun:test"
import canonicalize from "canonicalize"
import fc from "fast-check"
import { rfc8785 } from "./rfc-8785.ts"

/** What a function returns, or that it throws. */
function outcomeOf(write: () => unknown): unknown {
  try {
    return { text: write() }
  } catch {
    return "refused"
  }
}

const expectSame = (value: object) =>
  expect(outcomeOf(() => rfc8785(value))).toEqual(outcomeOf(() => canonicalize(value)))

test.each<[string, object]>([
  ["fields in any order", { b: 1, a: { d: [2, { f: null, e: true }], c: "x" } }],
  ["names that are numbers", { a: 1, 10: 2, 9: 3, "01": 4, "1a": 5 }],
  ["names that objects treat in their own way", JSON.parse('{"__proto__":{"a":1},"constructor":1,"toJSON":2}')],
  [
    "names that escapes would sort otherwise",
    { "a!": 1, a: 2, "\n": 3, '"': 4, "\u2028": 5, é: 6, "\u{1f600}": 7, "\ufb33": 8 },
  ],
  ["numbers of every form", { n: [0, -0, 1e21, 1e-7, 0.1, Number.MAX_SAFE_INTEGER, 5e-324] }],
  ["numbers that JSON does not have", { n: [Number.POSITIVE_INFINITY] }],
  ["no number", { n: Number.NaN }],
  ["a lone surrogate", { s: "\ud800" }],
  ["a lone surrogate as a name", { "\udc00": 1 }],
  ["the text of an escape", { s: "\\ud800" }],
  ["fields without a value", { a: undefined, b: [undefined, 1] }],
  ["a list", [3, { b: 1, a: 2 }]],
])("writes %s as the library does", (_what, value) => expectSame(value))

test("writes or refuses every value as the library does", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.nat().map(String),
    fc.constantFrom("__proto__", "toJSON"),
  )
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    tree: fc.oneof(
      { depthSize: "small" },
      tie("leaf"),
      fc.array(tie("tree")),
      fc.array(fc.tuple(name, tie("tree"))).map((fields) => Object.fromEntries(fields)),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => expectSame({ value })),
    { numRuns: 2_000 },
  )
})
