import type { Node } from "../requests/body-nodes.ts"

/** The text of a value in a request, which may be invalid JSON. */
export interface Garbage {
  readonly name: string
  readonly json: string
  /** If true, the server must refuse the value at this position; otherwise it may accept it or not. */
  isIllegal(node: Node): boolean
}

const typed = (type: string, ...jsons: readonly string[]): Garbage[] =>
  jsons.map((json) => ({ name: json.slice(0, 40), json, isIllegal: ({ types }) => !types.has(type) }))

/** Values of each type; a value is illegal at positions of other types. */
const types: readonly Garbage[] = [
  ...typed("null", "null"),
  ...typed("boolean", "true", "false"),
  ...typed("array", "[]", "[[]]", "[null]", '[{"a":[{}]}]', "[1,2,3]"),
  ...typed("object", "{}", '{"a":1}', '{"length":3,"0":"a"}', '{"toString":1,"valueOf":2}', '{"toJSON":1}'),
  ...typed("string", '""', '"text"', '"0"', '"true"', '"null"', '"[]"', '"🔑"', '"\\u202e\\u200b"', '" padded "'),
  ...typed("string", `"'; drop table keys; --"`, '"%"', '"_"', '"\\\\"', '"*"', '"../../etc/passwd"', '"$where"'),
  ...typed("string", '"\\u0007\\u001b[31m"', '"__proto__"', '"constructor"', '"hasOwnProperty"', '"\\ufeff"'),
  ...typed("integer", "0", "1", "-0", "1.0", "1E0", "9007199254740991"),
]

const never = (name: string, json: string): Garbage => ({ name, json, isIllegal: () => true })
/** Legal only inside meta, which accepts any value. */
const declared = (name: string, json: string): Garbage => ({
  name,
  json,
  isIllegal: ({ kind }) => kind !== "inside meta",
})

/** No integer of any operation is negative, fractional or beyond 2^53 - 1. */
const numbers: readonly Garbage[] = [
  declared("2^53", "9007199254740992"),
  declared("-1", "-1"),
  declared("a fraction", "0.5"),
  declared("almost an integer", "1.0000000000000002"),
  declared("1e21", "1e21"),
  declared("a tiny number", "5e-324"),
  declared("thirty digits", "123456789012345678901234567890"),
  never("1e400", "1e400"),
  never("-1e400", "-1e400"),
]

/** No operation accepts a string of more than 1000 characters. */
const strings: readonly Garbage[] = [
  never("a lone high surrogate", '"a\\ud800b"'),
  never("a lone low surrogate", '"\\udc00"'),
  never("surrogates in the wrong order", '"\\udc00\\ud800"'),
  never("U+0000", '"a\\u0000b"'),
  never("only U+0000", '"\\u0000"'),
  declared("1,001 characters", JSON.stringify("x".repeat(1_001))),
  declared("1,001 characters of two code units", JSON.stringify("🔑".repeat(1_001))),
  never("70,000 characters", JSON.stringify("y".repeat(70_000))),
]

/** Objects that try to change the prototype of all objects. */
const prototypes: readonly Garbage[] = [
  { name: "__proto__", json: '{"__proto__":{"isAdmin":true,"length":1}}', isIllegal: isDeclared },
  { name: "constructor", json: '{"constructor":{"prototype":{"isAdmin":true}}}', isIllegal: isDeclared },
  declared("__proto__ in an array", '[{"__proto__":[]}]'),
]

function isDeclared({ kind }: Node): boolean {
  return kind === "declared"
}

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`

/** Values that are too deep or too large. */
const sizes: readonly Garbage[] = [
  never("102 levels", nested(102)),
  never("100,000 levels", nested(100_000)),
  never("100,000 levels that never end", "[".repeat(100_000)),
  never("50,000 levels of objects that never end", '{"a":'.repeat(50_000)),
  never("100,000 entries", `[${"0,".repeat(99_999)}0]`),
  never("100,000 objects", `[${"{},".repeat(99_999)}{}]`),
  never("90,000 members", membersOf(90_000)),
  declared("101 members", membersOf(101)),
]

function membersOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join(",")}}`
}

/** Text that is not JSON. */
const syntax: readonly Garbage[] = [
  "NaN",
  "Infinity",
  "undefined",
  "'text'",
  "01",
  "+1",
  ".5",
  "1.",
  "0x10",
  "1_000",
  '"unfinished',
  '"line\nbreak"',
  '"\\x41"',
  '"\\u12"',
  "[1,]",
  '{"a":1,}',
  "{a:1}",
  '{"a"}',
  "[",
  "}",
  "// comment\n1",
  "1 2",
  "",
].map((json) => never(`the syntax ${JSON.stringify(json)}`, json))

export const garbage: readonly Garbage[] = [...types, ...numbers, ...strings, ...prototypes, ...sizes, ...syntax]

/** Field names that no operation declares. */
export const unknownFields: readonly string[] = [
  "nonsense",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "toJSON",
  "then",
  "",
  " ",
  "a.b[0]",
  "é",
  "🔑",
  "\u0000",
  "\ud800",
  "x".repeat(100_000),
  "createdAt",
  "updatedAt",
  "deletedAt",
  "id",
]
