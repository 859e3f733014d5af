import { expect, test } from "bun:test"
import { type FairPlaces, fairPlaces } from "./fair-places.ts"

/** Lets the workspaces take places in turn until none gets another one. Returns how many each one got. */
function fill(places: FairPlaces, workspaceIds: readonly string[]): readonly number[] {
  const got = new Map(workspaceIds.map((id) => [id, 0]))
  let waiting = workspaceIds
  while (waiting.length > 0) {
    waiting = waiting.filter((id) => places.take(id))
    for (const id of waiting) got.set(id, (got.get(id) ?? 0) + 1)
  }
  return [...got.values()]
}

test.each([
  [1_000, 1, 500],
  [1_000, 2, 333],
  [1_000, 16, 58],
  [128, 1, 64],
])("of %d places, %d workspaces get %d each", (total, count, each) => {
  const got = fill(
    fairPlaces(total),
    Array.from({ length: count }, (_, index) => `ws_${index}`),
  )
  expect(Math.min(...got)).toBeGreaterThanOrEqual(each)
  expect(Math.max(...got)).toBeLessThanOrEqual(each + 1)
})

test("a workspace that has as much as it can get leaves places to others", () => {
  const places = fairPlaces(1_000)
  expect(fill(places, ["flood"])).toEqual([500])
  expect(fill(places, ["late"])).toEqual([250])
  expect(places.take("third")).toBe(true)
})

test("no workspace gets more than the most, however many places are free", () => {
  const places = fairPlaces(32, 2)
  expect(fill(places, ["one", "two"])).toEqual([2, 2])
  expect(places.free()).toBe(28)
  places.giveBack("one")
  expect(places.take("one")).toBe(true)
})

test("a place that was given back can be taken again, by another workspace too", () => {
  const places = fairPlaces(2)
  expect(places.take("one")).toBe(true)
  expect(places.take("one")).toBe(false)
  expect(places.take("two")).toBe(true)
  expect(places.take("three")).toBe(false)
  expect(places.free()).toBe(0)
  places.giveBack("one")
  expect(places.free()).toBe(1)
  expect(places.take("two")).toBe(false)
  expect(places.take("three")).toBe(true)
  places.giveBack("two")
  places.giveBack("three")
  expect(places.free()).toBe(2)
  expect(places.take("one")).toBe(true)
})

test("a refused workspace takes nothing", () => {
  const places = fairPlaces(2)
  places.take("one")
  for (let again = 0; again < 10; again += 1) expect(places.take("one")).toBe(false)
  expect(places.free()).toBe(1)
})

test("no more places are given back than were taken", () => {
  const places = fairPlaces(2)
  expect(() => places.giveBack("one")).toThrow("one gave back a place that it did not have")
  places.take("one")
  places.giveBack("one")
  expect(() => places.giveBack("one")).toThrow()
  expect(places.free()).toBe(2)
})
