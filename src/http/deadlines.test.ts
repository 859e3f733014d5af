import { expect, test } from "bun:test"
import { createDeadlines } from "./deadlines.ts"

test("gives back what comes in time, be it a value or an error", async () => {
  const deadlines = createDeadlines(10_000)
  expect(await deadlines.within(Promise.resolve("value"), () => new Error("late"))).toBe("value")
  expect(deadlines.within(Promise.reject(new Error("broken")), () => new Error("late"))).rejects.toThrow("broken")
})

test("ends a wait that takes too long, and no other", async () => {
  const deadlines = createDeadlines(300)
  const never = new Promise<never>(() => {})
  const soon = Bun.sleep(50).then(() => "soon")
  const late = deadlines.within(never, () => new Error("late"))
  expect(await deadlines.within(soon, () => new Error("late"))).toBe("soon")
  expect(late).rejects.toThrow("late")
  await late.catch(() => {})
})
