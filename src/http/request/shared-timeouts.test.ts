import { expect, test } from "bun:test"
import { createSharedTimeout, type SharedTimeout, unwatch, unwatched } from "./shared-timeouts.ts"

const missed = () => new Error("missed")
/** Awaits the work in the same way as the callers. */
async function waitFor(timeout: SharedTimeout, work: Promise<unknown>): Promise<unknown> {
  const wait = timeout.watch(work)
  try {
    return await wait.result
  } catch (error) {
    return error instanceof Error ? error.message : error
  } finally {
    unwatch(wait)
  }
}

test("gives what comes in time, its error for what fails, and the timeout error for what takes too long", async () => {
  const timeout = createSharedTimeout(100, missed)
  const slow = waitFor(timeout, new Promise(() => {}))
  const quick = waitFor(timeout, Promise.resolve("here"))
  const broken = waitFor(timeout, Promise.reject(new Error("hung up")))
  expect(await Promise.all([quick, broken])).toEqual(["here", "hung up"])
  expect(await slow).toBe("missed")
})

test("ends those that are late, in whatever order the others come", async () => {
  const timeout = createSharedTimeout(2_000, missed)
  const works = Array.from({ length: 50 }, () => Promise.withResolvers<number>())
  const outcomes = works.map(({ promise }) => waitFor(timeout, promise))
  for (const index of [49, 0, 25, 24, 26, 1, 48]) works[index]?.resolve(index)
  await Bun.sleep(20)
  for (const index of [10, 11, 9]) works[index]?.reject(new Error("hung up"))
  const expected = works.map((_, index) => {
    if ([49, 0, 25, 24, 26, 1, 48].includes(index)) return index
    return [9, 10, 11].includes(index) ? "hung up" : "missed"
  })
  expect(await Promise.all(outcomes)).toEqual(expected)
  for (const { resolve } of works) resolve(0)
  expect(await waitFor(timeout, Promise.resolve("after them"))).toBe("after them")
})

test("an unwatched wait can be removed like the others, any number of times", async () => {
  const wait = unwatched(Promise.resolve("here"))
  expect(await wait.result).toBe("here")
  unwatch(wait)
  unwatch(wait)
  expect([wait.earlier, wait.later]).toEqual([wait, wait])
})
