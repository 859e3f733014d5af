import { expect, test } from "bun:test"
import { createPace } from "./pace-responses.ts"

test("other work runs after a few callers, and all callers continue in their order", async () => {
  const waitForTurn = createPace(8)
  const order: (number | "other work")[] = []
  const callers = Array.from({ length: 20 }, async (_, caller) => {
    await waitForTurn()
    if (caller === 0) setImmediate(() => order.push("other work"))
    order.push(caller)
  })
  await Promise.all(callers)
  const numbers = order.filter((entry) => entry !== "other work")
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, caller) => caller))
  expect(order.indexOf("other work")).toBeGreaterThanOrEqual(8)
  expect(order.indexOf("other work")).toBeLessThanOrEqual(16)
})
