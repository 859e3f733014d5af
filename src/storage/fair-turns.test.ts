import { expect, test } from "bun:test"
import fc from "fast-check"
import { createTurns, urgentLane } from "./fair-turns.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

const one = { atOnce: 1, atOncePerLane: 1, patienceMs: 60_000 }

/** Enters for each name in turn, then lets one after the other in; gives the order of service. */
async function serve(settings: typeof one, names: readonly string[]): Promise<readonly string[]> {
  const turns = createTurns(settings)
  const leaveFirst = await turns.enter("first of all")
  const order: string[] = []
  const served = names.map(async (name) => {
    const leave = await turns.enter(name)
    order.push(name)
    leave()
  })
  leaveFirst()
  await Promise.all(served)
  return order
}

test("lets one in at a time, and those of a lane in the order they came", async () => {
  const turns = createTurns(one)
  const order: number[] = []
  let inside = 0
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const leave = await turns.enter("lane")
      inside += 1
      expect(inside).toBe(1)
      await new Promise(setImmediate)
      order.push(number)
      inside -= 1
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
  const turns = createTurns(one)
  const leaveBusy = await turns.enter("busy")
  const order: string[] = []
  const served = [...Array<string>(7).fill("busy"), "quiet"].map(async (name) => {
    const leave = await turns.enter(name)
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
  const settings = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), atOncePerLane: fc.integer({ min: 1, max: 3 }) })
  const names = fc.array(fc.constantFrom("a", "b", "c", urgentLane), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(settings, names, async (bounds, wanted) => {
      const turns = createTurns({ ...bounds, patienceMs: 60_000 })
      const inside: string[] = []
      await Promise.all(
        wanted.map(async (name, index) => {
          const leave = await turns.enter(name)
          inside.push(name)
          expect(inside.length).toBeLessThanOrEqual(bounds.atOnce)
          expect(inside.filter((each) => each === name).length).toBeLessThanOrEqual(bounds.atOncePerLane)
          for (let turn = 0; turn < index % 3; turn += 1) await null
          inside.splice(inside.indexOf(name), 1)
          leave()
        }),
      )
      expect(inside).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test("sends away who has waited too long, all of them at their own time, and goes on with those who came later", async () => {
  const turns = createTurns({ ...one, patienceMs: 400 })
  const leave = await turns.enter("a")
  const impatient = await Promise.allSettled([turns.enter("a"), turns.enter("a"), turns.enter("b")])
  for (const each of impatient) {
    expect(each.status).toBe("rejected")
    expect(each.status === "rejected" && each.reason).toBeInstanceOf(StorageUnavailable)
  }
  const next = turns.enter("b")
  leave()
  const leaveNext = await next
  leaveNext()
  const leaveLast = await turns.enter("a")
  leaveLast()
})
