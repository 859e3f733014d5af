import { expect, test } from "bun:test"
import { createPauser, pause, pauseAfterMs, pauseShortly } from "./pauses.ts"

test("work continues within its turn and pauses when the turn is over", async () => {
  let now = 0
  const pauseIfDue = createPauser(() => now)
  now = pauseAfterMs / 2
  expect(pauseIfDue()).toBeUndefined()
  now = pauseAfterMs
  let isServed = false
  setImmediate(() => {
    isServed = true
  })
  const pausing = pauseIfDue()
  expect(pausing).toBeInstanceOf(Promise)
  now = 90
  await pausing
  expect(isServed).toBe(true)
  now = 90 + pauseAfterMs / 2
  expect(pauseIfDue()).toBeUndefined()
})

test("of all long work one piece has a turn before others are served", async () => {
  let served = 0
  let isDone = false
  const perService: number[] = []
  let turns = 0
  const work = Array.from({ length: 8 }, async () => {
    for (let step = 0; step < 5; step += 1) {
      await pause()
      turns += 1
    }
  })
  const serving = (async () => {
    while (!isDone) {
      const before = turns
      await new Promise((resolve) => setImmediate(resolve))
      perService.push(turns - before)
      served += 1
    }
  })()
  await Promise.all(work)
  isDone = true
  await serving
  expect(turns).toBe(40)
  expect(Math.max(...perService)).toBe(1)
  expect(served).toBeGreaterThanOrEqual(40)
})

test("work that others wait for continues after one piece of other long work", async () => {
  let turns = 0
  const work = Array.from({ length: 8 }, async () => {
    await pause()
    turns += 1
  })
  await pauseShortly()
  expect(turns).toBeLessThanOrEqual(1)
  await Promise.all(work)
  expect(turns).toBe(8)
})
