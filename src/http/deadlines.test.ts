import { expect, test } from "bun:test"
import { createDeadlines } from "./deadlines.ts"

const missed = (cause?: unknown) => new Error(cause instanceof Error ? `missed: ${cause.message}` : "missed")
const messageOf = (work: Promise<unknown>) => work.catch((error: Error) => error.message)

test("gives what comes in time, the error of the deadline for what fails, and for what takes too long", async () => {
  const deadlines = createDeadlines(100, missed)
  const slow = messageOf(deadlines.within(new Promise(() => {})))
  const quick = deadlines.within(Promise.resolve("here"))
  const broken = messageOf(deadlines.within(Promise.reject(new Error("hung up"))))
  expect(await Promise.all([quick, broken])).toEqual(["here", "missed: hung up"])
  const startedAt = performance.now()
  expect(await slow).toBe("missed")
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test("ends those that are late, in whatever order the others come", async () => {
  const deadlines = createDeadlines(300, missed)
  const works = Array.from({ length: 50 }, () => Promise.withResolvers<number>())
  const outcomes = works.map(({ promise }) => messageOf(deadlines.within(promise)))
  for (const index of [49, 0, 25, 24, 26, 1, 48]) works[index]?.resolve(index)
  await Bun.sleep(20)
  for (const index of [10, 11, 9]) works[index]?.reject(new Error("hung up"))
  const expected = works.map((_, index) => {
    if ([49, 0, 25, 24, 26, 1, 48].includes(index)) return index
    return [9, 10, 11].includes(index) ? "missed: hung up" : "missed"
  })
  expect(await Promise.all(outcomes)).toEqual(expected)
  for (const { resolve } of works) resolve(0)
  expect(await deadlines.within(Promise.resolve("after them"))).toBe("after them")
})
