import { expect, test } from "bun:test"
import { takeTurns } from "./turns.ts"

test("work goes on within its turn and pauses when the turn is over", async () => {
  let now = 0
  const turnEnds = takeTurns(() => now)
  now = 4
  expect(turnEnds()).toBeUndefined()
  now = 5
  let isServed = false
  setImmediate(() => {
    isServed = true
  })
  const pausing = turnEnds()
  expect(pausing).toBeInstanceOf(Promise)
  now = 90
  await pausing
  expect(isServed).toBe(true)
  now = 94
  expect(turnEnds()).toBeUndefined()
})
