import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { missingPermissions, parsePermissionQuery, satisfies } from "./permission-query.ts"

function holds(text: string, ...held: readonly string[]): boolean {
  const parsed = parsePermissionQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return satisfies(parsed.query, held)
}

function errorOf(text: string): string {
  const parsed = parsePermissionQuery(text)
  if (parsed.ok) throw new Error(`accepted ${JSON.stringify(text)}`)
  expect(parsed.message).toContain(`at character ${parsed.position}`)
  return parsed.message
}

describe("satisfies", () => {
  test("needs one of the alternatives beside what is required", () => {
    expect(holds("a AND (b OR c)", "a", "c")).toBe(true)
    expect(holds("a AND (b OR c)", "b", "c")).toBe(false)
  })

  test("binds AND tighter than OR on either side", () => {
    expect(holds("a or b and c", "a")).toBe(true)
    expect(holds("a and b or c", "c")).toBe(true)
    expect(holds("a or b and c", "b")).toBe(false)
    expect(holds("(a or b) and c", "a")).toBe(false)
    expect(holds("a and (b or c)", "c")).toBe(false)
  })

  test("reads operators in any letter case and words that merely contain them as permissions", () => {
    expect(holds("a aNd b oR c", "c")).toBe(true)
    expect(holds("order and android", "order", "android")).toBe(true)
    expect(holds("and.x or or:y", "or:y")).toBe(true)
  })

  test("takes every word character literally and compares byte for byte", () => {
    expect(holds("docs.*", "docs.*")).toBe(true)
    expect(holds("docs.*", "docs.read")).toBe(false)
    expect(holds("docs.read", "Docs.read")).toBe(false)
    expect(holds("*", "anything")).toBe(false)
    expect(holds("A-z_0:9/*.", "A-z_0:9/*.")).toBe(true)
  })

  test("needs no space next to parentheses and allows any blanks between tokens", () => {
    expect(holds("a and(b)or(c)", "c")).toBe(true)
    expect(holds("\r\n\t ( a\tand\r\nb ) \n", "a", "b")).toBe(true)
  })

  type Tree = string | { readonly operator: "and" | "or"; readonly left: Tree; readonly right: Tree }
  const leaf = fc.constantFrom("a", "b", "c", "d.*")
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.record({ operator: fc.constantFrom("and", "or"), left: tie("tree"), right: tie("tree") }),
    ),
  }))

  function write(node: Tree, minimal: boolean): string {
    if (typeof node === "string") return node
    const inner = ({ left, right, operator }: Exclude<Tree, string>): string =>
      [left, right].map((side) => wrap(side, operator)).join(` ${operator} `)
    const wrap = (side: Tree, parent: "and" | "or"): string => {
      const bare = typeof side === "string" || (minimal && (parent === "or" || side.operator === "and"))
      return bare ? write(side, minimal) : `(${write(side, minimal)})`
    }
    return inner(node)
  }

  function evaluate(node: Tree, held: ReadonlySet<string>): boolean {
    if (typeof node === "string") return held.has(node)
    const left = evaluate(node.left, held)
    const right = evaluate(node.right, held)
    return node.operator === "and" ? left && right : left || right
  }

  test("means what the tree means, with all parentheses and with only the needed ones", () => {
    fc.assert(
      fc.property(tree, fc.subarray(["a", "b", "c", "d.*"]), (node, held) => {
        const expected = evaluate(node, new Set(held))
        expect(holds(write(node, false), ...held)).toBe(expected)
        expect(holds(write(node, true), ...held)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test("survives any depth of parentheses and of operators", () => {
    const depth = 100_000
    expect(holds(`${"(".repeat(depth)}a${")".repeat(depth)}`, "a")).toBe(true)
    expect(holds(`${"a and (b or (".repeat(depth)}c${"))".repeat(depth)}`, "a", "c")).toBe(true)
    expect(errorOf("(".repeat(depth))).toContain("found the end of the query")
  })
})

describe("parsePermissionQuery", () => {
  test("says where a query went wrong, what was expected and what was found", () => {
    const operand = 'expected a permission or "("'
    const operator = 'expected "and", "or" or the end of the query'
    const inside = 'expected "and", "or" or ")"'
    const messages: Readonly<Record<string, string>> = {
      "": `${operand} at character 1, found the end of the query`,
      " \t\r\n": `${operand} at character 5, found the end of the query`,
      "a AND": `${operand} at character 6, found the end of the query`,
      "or a": `${operand} at character 1, found "or"`,
      "a and or b": `${operand} at character 7, found "or"`,
      "()": `${operand} at character 2, found ")"`,
      "a b": `${operator} at character 3, found "b"`,
      "a(b)": `${operator} at character 2, found "("`,
      "(a)b": `${operator} at character 4, found "b"`,
      "a)": `${operator} at character 2, found ")"`,
      "(a": `${inside} at character 3, found the end of the query`,
      "(a b)": `${inside} at character 4, found "b"`,
      "a & b": `${operator} at character 3, found "&"`,
      "a and !b": `${operand} at character 7, found "!"`,
      é: `${operand} at character 1, found "é"`,
      "a 😀": `${operator} at character 3, found "😀"`,
      "a\u00a0": `${operator} at character 2, found "\u00a0"`,
      "a\u000b": `${operator} at character 2, found "\\u000b"`,
      ")": `${operand} at character 1, found ")"`,
    }
    for (const [text, message] of Object.entries(messages)) expect(errorOf(text)).toBe(message)
  })

  test("accepts a text exactly if the grammar derives it", () => {
    const tokens = fc.array(fc.constantFrom("a", "and", "or", "(", ")"), { maxLength: 9 })
    fc.assert(
      fc.property(tokens, (sequence) => {
        expect(parsePermissionQuery(sequence.join(" ")).ok).toBe(isDerivable(sequence.join("")))
      }),
      { numRuns: 3000 },
    )
  })

  function isDerivable(text: string): boolean {
    const letters = text.replace(/and|or/g, "+")
    let reduced = letters
    for (let before = ""; before !== reduced; ) {
      before = reduced
      reduced = reduced.replace(/a\+a|\(a\)/, "a")
    }
    return reduced === "a"
  }
})

describe("missingPermissions", () => {
  const missing = (text: string, ...held: readonly string[]) => {
    const parsed = parsePermissionQuery(text)
    if (!parsed.ok) throw new Error(parsed.message)
    return missingPermissions(parsed.query, held)
  }

  test("names the fewest of the alternatives, each once", () => {
    expect(missing("(a and b) or (c and d and e)", "c")).toEqual(["a", "b"])
    expect(missing("(a and b) or (c and d)", "a")).toEqual(["b"])
    expect(missing("a and (b or c) and a")).toEqual(["a", "b"])
    expect(missing("a or b", "b")).toEqual([])
  })

  test("is empty exactly if the query is satisfied, and satisfies it with what is held", () => {
    const slug = fc.constantFrom("a", "b", "c", "d")
    const query = fc.letrec<{ query: string }>((tie) => ({
      query: fc.oneof(
        { maxDepth: 4 },
        slug,
        fc.tuple(tie("query"), fc.constantFrom("and", "or"), tie("query")).map((parts) => `(${parts.join(" ")})`),
      ),
    })).query
    fc.assert(
      fc.property(query, fc.subarray(["a", "b", "c", "d"]), (text, held) => {
        const lacking = missing(text, ...held)
        expect(lacking.length === 0).toBe(holds(text, ...held))
        expect(holds(text, ...held, ...lacking)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
