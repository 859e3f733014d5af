import { expect, test } from "bun:test"
import fc from "fast-check"
import { rejection } from "../../test/harness/rejection.ts"
import { createFairQueue, urgentLane } from "./fair-queue.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

const one = { maxRunning: 1, maxRunningPerLane: 1, maxWaitMs: 60_000 }

/** Enters for each name in turn, then lets one after the other in; gives the order of service. */
async function serve(settings: typeof one, names: readonly string[]): Promise<readonly string[]> {
  const queue = createFairQueue(settings)
  const leaveFirst = await queue.enter("first of all")
  const order: string[] = []
  const served = names.map(async (name) => {
    const leave = await queue.enter(name)
    order.push(name)
    leave()
  })
  leaveFirst()
  await Promise.all(served)
  return order
}

test("lets one in at a time, and those of a lane in the order they came", async () => {
  const queue = createFairQueue(one)
  const order: number[] = []
  let running = 0
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const leave = await queue.enter("lane")
      running += 1
      expect(running).toBe(1)
      await new Promise(setImmediate)
      order.push(number)
      running -= 1
      leave()
    }),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test("serves a lane with little work after at most one turn of a lane with much", async () => {
  const order = await serve(one, [...Array<string>(8).fill("busy"), "quiet", "other", "quiet"])
  expect(order.slice(0, 5)).toEqual(["busy", "quiet", "other", "busy", "quiet"])
  expect(order.slice(5)).toEqual(Array<string>(6).fill("busy"))
})

test("serves a lane that comes during a turn before the lane that has the turn", async () => {
  const queue = createFairQueue(one)
  const leaveBusy = await queue.enter("busy")
  const order: string[] = []
  const served = [...Array<string>(7).fill("busy"), "quiet"].map(async (name) => {
    const leave = await queue.enter(name)
    order.push(name)
    leave()
  })
  leaveBusy()
  await Promise.all(served)
  expect(order).toEqual(["quiet", ...Array<string>(7).fill("busy")])
})

test("serves spends next, and others between two of them", async () => {
  const order = await serve(one, ["a", "b", "a", urgentLane, urgentLane, urgentLane])
  expect(order).toEqual([urgentLane, "a", urgentLane, "b", urgentLane, "a"])
})

test("never has more at work than it may, neither in all nor in a lane, and serves everyone", async () => {
  const settings = fc.record({
    maxRunning: fc.integer({ min: 1, max: 4 }),
    maxRunningPerLane: fc.integer({ min: 1, max: 3 }),
  })
  const names = fc.array(fc.constantFrom("a", "b", "c", urgentLane), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(settings, names, async (bounds, wanted) => {
      const queue = createFairQueue({ ...bounds, maxWaitMs: 60_000 })
      const running: string[] = []
      await Promise.all(
        wanted.map(async (name, index) => {
          const leave = await queue.enter(name)
          running.push(name)
          expect(running.length).toBeLessThanOrEqual(bounds.maxRunning)
          expect(running.filter((each) => each === name).length).toBeLessThanOrEqual(bounds.maxRunningPerLane)
          for (let turn = 0; turn < index % 3; turn += 1) await null
          running.splice(running.indexOf(name), 1)
          leave()
        }),
      )
      expect(running).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test("rejects each entry that has waited too long, at its own time, and continues with later ones", async () => {
  const queue = createFairQueue({ ...one, maxWaitMs: 400 })
  const leave = await queue.enter("a")
  const impatient = await Promise.allSettled([queue.enter("a"), queue.enter("a"), queue.enter("b")])
  for (const each of impatient) {
    expect(each.status).toBe("rejected")
    expect(each.status === "rejected" && each.reason).toBeInstanceOf(StorageUnavailable)
  }
  const next = queue.enter("b")
  leave()
  const leaveNext = await next
  leaveNext()
  const leaveLast = await queue.enter("a")
  leaveLast()
})

test("rejects an entry whose time is over before the limit of the queue, but lets it in if there is room", async () => {
  const queue = createFairQueue(one)
  const endsAt = performance.now() - 1
  const leave = await queue.enter("a", endsAt)
  const patient = queue.enter("a")
  expect(await rejection(queue.enter("a", endsAt))).toBeInstanceOf(StorageUnavailable)
  leave()
  const leavePatient = await patient
  leavePatient()
})
