import { expect, test } from "bun:test"
import { createProgress } from "./progress.ts"

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
