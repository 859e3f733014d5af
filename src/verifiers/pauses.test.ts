import { describe, expect, test } from "bun:test"
import { createPauses, type Owner } from "./pauses.ts"

const second = 1_000
const minute = 60 * second
const one: Owner = { rootKeyId: "root_1", workspaceId: "ws_1" }
const sibling: Owner = { rootKeyId: "root_2", workspaceId: "ws_1" }
const stranger: Owner = { rootKeyId: "root_3", workspaceId: "ws_2" }

function pausesAt(start: number) {
  let now = start
  const pauses = createPauses(() => now)
  return { pauses, pass: (ms: number) => (now += ms) }
}

/** Begins a pause as soon as there is none, and returns how long each lasts. */
function lengthsOf(count: number, owner: (index: number) => Owner): readonly number[] {
  const { pauses, pass } = pausesAt(5 * minute)
  return Array.from({ length: count }, (_, index) => {
    pauses.begin(owner(index), 10 * second)
    const left = pauses.left(owner(index))
    pass(left)
    expect(pauses.left(owner(index))).toBe(0)
    return left / second
  })
}

describe("the pause of a root key", () => {
  test("doubles with each, up to 10 min", () => {
    expect(lengthsOf(9, () => one)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600])
  })

  test("is not longer because more verifiers hang during it, and does not concern other root keys", () => {
    const { pauses, pass } = pausesAt(0)
    pauses.begin(one, 10 * second)
    pass(4 * second)
    pauses.begin(one, 10 * second)
    expect([one, sibling, stranger].map(pauses.left)).toEqual([6 * second, 0, 0])
  })

  test("is the first again 10 min after the last one has ended", () => {
    const { pauses, pass } = pausesAt(0)
    pauses.begin(one, 10 * second)
    pass(10 * second + 10 * minute - 1)
    pauses.begin(one, 10 * second)
    expect(pauses.left(one)).toBe(20 * second)
    pass(20 * second + 10 * minute)
    pauses.begin(one, 10 * second)
    expect(pauses.left(one)).toBe(10 * second)
  })
})

describe("the pause of a workspace", () => {
  test("begins with its second root key, and keeps out all of them", () => {
    const { pauses, pass } = pausesAt(0)
    pauses.begin(one, 10 * second)
    pass(12 * second)
    pauses.begin(sibling, 10 * second)
    const another = { ...one, rootKeyId: "root_4" }
    expect([one, sibling, another, stranger].map(pauses.left)).toEqual([10 * second, 10 * second, 10 * second, 0])
  })

  test("doubles with each new root key", () => {
    const lengths = lengthsOf(6, (index) => ({ ...one, rootKeyId: `root_${index}` }))
    expect(lengths).toEqual([10, 10, 20, 40, 80, 160])
  })
})
