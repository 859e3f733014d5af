import { describe, expect, test } from "bun:test"
import { createBar, createProgress } from "./progress.ts"

function watched() {
  const clock = { now: 0 }
  const lines: string[] = []
  const note = createProgress({
    total: 5_000,
    what: "events checked",
    now: () => clock.now,
    write: (line) => lines.push(line),
  })
  return { clock, lines, note }
}

test("says nothing about work that is done within two seconds", () => {
  const { clock, lines, note } = watched()
  for (clock.now = 0; clock.now < 2_000; clock.now += 100) note(100)
  expect(lines).toEqual([])
})

test("then tells every two seconds how far it is", () => {
  const { clock, lines, note } = watched()
  for (clock.now = 0; clock.now <= 5_000; clock.now += 500) note(500)
  expect(lines).toEqual(["2,500 of 5,000 events checked …", "4,500 of 5,000 events checked …"])
})

describe("a bar", () => {
  function drawn(total: number) {
    const clock = { now: 0 }
    const shown: (string | undefined)[] = []
    const note = createBar({ total, what: "rows copied", now: () => clock.now, show: (line) => shown.push(line) })
    return { clock, shown, note }
  }

  test("is not drawn for work that is done at once", () => {
    const { shown, note } = drawn(2)
    note(1)
    expect(shown).toEqual([])
  })

  test("grows, guesses what is left, and is taken away at the end", () => {
    const { clock, shown, note } = drawn(4_000)
    for (clock.now = 0; clock.now < 4_000; clock.now += 1_000) note(1_000)
    expect(shown).toEqual([
      "[############............]  50 % 2,000 of 4,000 rows copied",
      "[##################......]  75 % 3,000 of 4,000 rows copied, 1 s left",
      undefined,
    ])
  })

  test("is drawn ten times a second at most", () => {
    const { clock, shown, note } = drawn(100_000)
    for (clock.now = 0; clock.now < 2_000; clock.now++) note(1)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.length).toBeLessThanOrEqual(18)
  })
})
