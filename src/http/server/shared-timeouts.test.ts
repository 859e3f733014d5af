import { expect, test } from "bun:test"
import { createDeadlines, type Deadlines, endingByItself, forget } from "./shared-timeouts.ts"

const missed = () => new Error("missed")
/** What a wait comes to, as those who wait do it. */
async function waitFor(deadlines: Deadlines, work: Promise<unknown>): Promise<unknown> {
  const wait = deadlines.watch(work)
  try {
    return await wait.outcome
  } catch (error) {
    return error instanceof Error ? error.message : error
  } finally {
    forget(wait)
  }
}

test("gives what comes in time, its error for what fails, and that of the deadline for what takes too long", async () => {
  const deadlines = createDeadlines(100, missed)
  const slow = waitFor(deadlines, new Promise(() => {}))
  const quick = waitFor(deadlines, Promise.resolve("here"))
  const broken = waitFor(deadlines, Promise.reject(new Error("hung up")))
  expect(await Promise.all([quick, broken])).toEqual(["here", "hung up"])
  const startedAt = performance.now()
  expect(await slow).toBe("missed")
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test("ends those that are late, in whatever order the others come", async () => {
  const deadlines = createDeadlines(300, missed)
  const works = Array.from({ length: 50 }, () => Promise.withResolvers<number>())
  const outcomes = works.map(({ promise }) => waitFor(deadlines, promise))
  for (const index of [49, 0, 25, 24, 26, 1, 48]) works[index]?.resolve(index)
  await Bun.sleep(20)
  for (const index of [10, 11, 9]) works[index]?.reject(new Error("hung up"))
  const expected = works.map((_, index) => {
    if ([49, 0, 25, 24, 26, 1, 48].includes(index)) return index
    return [9, 10, 11].includes(index) ? "hung up" : "missed"
  })
  expect(await Promise.all(outcomes)).toEqual(expected)
  for (const { resolve } of works) resolve(0)
  expect(await waitFor(deadlines, Promise.resolve("after them"))).toBe("after them")
})

test("a wait that needs no watching is forgotten like the others, as often as anybody likes", async () => {
  const wait = endingByItself(Promise.resolve("here"))
  expect(await wait.outcome).toBe("here")
  forget(wait)
  forget(wait)
  expect([wait.earlier, wait.later]).toEqual([wait, wait])
})
