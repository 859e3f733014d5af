import { expect, test } from "bun:test"
import type { Database } from "../schema/schema.ts"
import { createChangeGroup, type GroupBounds, type SharedTransaction } from "./change-group.ts"

const transaction: SharedTransaction = {
  db: {} as Database,
  mark() {},
  keep() {},
  undo() {},
  failure: () => undefined,
  async commit() {},
  async rollBack() {},
}

/** Runs changes in one group, and returns how many callers have their results before other work of the thread runs. */
async function answeredBeforeOthers(changes: number, bounds: GroupBounds): Promise<number> {
  const group = createChangeGroup(transaction, bounds)
  let answered = 0
  let seen: number | undefined
  const run = async (number: number) => {
    await group.run(async () => {}, { hasFollower: () => number < changes, end() {} })
    answered += 1
    if (answered === 1) {
      setImmediate(() => {
        seen = answered
      })
    }
  }
  await Promise.all(Array.from({ length: changes }, (_, index) => run(index + 1)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toBe(changes)
  return seen ?? 0
}

test("callers of a group get their results at once, so that they can wait for the other nodes together", async () => {
  expect(await answeredBeforeOthers(20, { maxChanges: 64, maxMs: 60_000 })).toBe(20)
})

test("other work runs after a few callers, if there is a limit", async () => {
  const seen = await answeredBeforeOthers(20, { maxChanges: 64, maxMs: 60_000, responsesPerTick: 8 })
  expect(seen).toBeLessThanOrEqual(16)
})
