import { describe, expect, test } from "bun:test"
import { createPauses } from "./pauses.ts"

const second = 1_000
const minute = 60 * second
const one = "root_1"

function pausesAt(start: number) {
  let now = start
  const pauses = createPauses(() => now)
  return { pauses, pass: (ms: number) => (now += ms) }
}

/** Begins a pause as soon as there is none, and returns how long each lasts. */
function lengthsOf(count: number): readonly number[] {
  const { pauses, pass } = pausesAt(5 * minute)
  return Array.from({ length: count }, () => {
    pauses.begin(one, 10 * second)
    const left = pauses.left(one)
    pass(left)
    expect(pauses.left(one)).toBe(0)
    return left / second
  })
}

describe("the pause of a root key", () => {
  test("doubles with each, up to 10 min", () => {
    expect(lengthsOf(9)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600])
  })

  test("is not longer because more verifiers hang during it, and does not concern other root keys", () => {
    const { pauses, pass } = pausesAt(0)
    pauses.begin(one, 10 * second)
    pass(4 * second)
    pauses.begin(one, 10 * second)
    expect([one, "root_2"].map(pauses.left)).toEqual([6 * second, 0])
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
