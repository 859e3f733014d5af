import { expect, test } from "bun:test"
import { StorageUnavailable } from "../unavailable.ts"
import { createLine } from "./line.ts"

test("lets one in at a time, in the order they came", async () => {
  const line = createLine(1_000)
  const order: number[] = []
  let inside = 0
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const leave = await line.enter()
      inside += 1
      expect(inside).toBe(1)
      await Bun.sleep(2)
      order.push(number)
      inside -= 1
      leave()
    }),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test("sends away who has waited too long, all of them at their own time, and goes on with those who came later", async () => {
  const line = createLine(400)
  const leave = await line.enter()
  const startedAt = performance.now()
  const impatient = await Promise.allSettled([line.enter(), line.enter(), line.enter()])
  expect(performance.now() - startedAt).toBeLessThan(1_100)
  for (const one of impatient) {
    expect(one.status).toBe("rejected")
    expect(one.status === "rejected" && one.reason).toBeInstanceOf(StorageUnavailable)
  }
  const next = line.enter()
  leave()
  const leaveNext = await next
  leaveNext()
  const leaveLast = await line.enter()
  leaveLast()
})
