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
