import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { canonicalJson } from "./canonical-json.ts"
import { changesBetween } from "./changes.ts"

describe("changes between two states", () => {
  test("are undefined where nothing differs but bookkeeping and the order of members", () => {
    const before = { a: { x: 1, y: [2] }, updatedAt: 1, lastUsedAt: 1 }
    expect(changesBetween(before, { a: { y: [2], x: 1 }, updatedAt: 2 })).toBeUndefined()
  })

  test("hold a plain member as it was and as it is", () => {
    expect(changesBetween({ a: 1, b: 2, c: 3 }, { a: 1, b: null, d: 4 })).toEqual({
      before: { b: 2, c: 3 },
      after: { b: null, d: 4 },
    })
  })

  test("hold of a list what went and what came, entries compared as a whole", () => {
    const [one, other] = [
      { name: "a", limit: 1 },
      { name: "a", limit: 2 },
    ]
    expect(changesBetween({ list: [one, 5, 6] }, { list: [6, other, 5] })).toEqual({
      before: { list: [one] },
      after: { list: [other] },
    })
    expect(changesBetween({ list: ["a"] }, { list: ["a", "b"] })).toEqual({ before: {}, after: { list: ["b"] } })
  })

  test("hold a list whole where nothing but its order changed", () => {
    expect(changesBetween({ list: [1, 2] }, { list: [2, 1] })).toEqual({
      before: { list: [1, 2] },
      after: { list: [2, 1] },
    })
  })

  test("hold the members of meta that changed, whatever they are called", () => {
    const before = JSON.parse('{"meta":{"same":[1],"__proto__":1,"gone":null}}')
    const after = JSON.parse('{"meta":{"same":[1],"constructor":{"a":1}}}')
    const changes = changesBetween(before, after)
    expect(JSON.stringify(changes?.before)).toBe('{"meta":{"__proto__":1,"gone":null}}')
    expect(JSON.stringify(changes?.after)).toBe('{"meta":{"constructor":{"a":1}}}')
  })

  test("are never larger than what differs: a thousand permissions do not show in a change of one", () => {
    const permissions = Array.from({ length: 1000 }, (_, index) => `p${index}`)
    const meta = Object.fromEntries(permissions.slice(0, 100).map((name) => [name, "x".repeat(600)]))
    const changes = changesBetween(
      { permissions, meta },
      { permissions: permissions.slice(1), meta: { ...meta, p1: 1 } },
    )
    expect(JSON.stringify(changes).length).toBeLessThan(1000)
  })

  test("lead from one state to the other", () => {
    const entries = fc.uniqueArray(fc.integer({ min: 0, max: 9 }))
    const meta = fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue({ maxDepth: 1 }))
    const state = fc.record({ list: entries, meta, name: fc.option(fc.string(), { nil: undefined }) })
    fc.assert(
      fc.property(state, state, (before, after) => {
        const changes = changesBetween(before, after)
        const reached = changes === undefined ? before : applied(before, changes)
        expect(canonicalJson(sorted(reached))).toBe(canonicalJson(sorted(after)))
      }),
    )
  })
})

interface State {
  readonly list: readonly unknown[]
  readonly meta: Readonly<Record<string, unknown>>
  readonly name: string | undefined
}

function applied(state: State, { before, after }: NonNullable<ReturnType<typeof changesBetween>>): State {
  const went = partOf(before)
  const came = partOf(after)
  const kept = Object.entries(state.meta).filter(([member]) => !Object.hasOwn(went.meta, member))
  const isNamed = Object.hasOwn(before ?? {}, "name") || Object.hasOwn(after ?? {}, "name")
  return {
    list: [...state.list.filter((entry) => !went.list.includes(entry)), ...came.list],
    meta: Object.fromEntries([...kept, ...Object.entries(came.meta)]),
    name: isNamed ? came.name : state.name,
  }
}

function partOf(part: Readonly<Record<string, unknown>> | null): State {
  return { list: [], meta: {}, name: undefined, ...part }
}

function sorted({ list, meta, name }: State): unknown {
  return { list: list.toSorted(), meta, ...(name !== undefined && { name }) }
}
