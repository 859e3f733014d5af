import { expect, test } from "bun:test"
import { createPlaces } from "./places.ts"

/** Takes a place as the hub does. Returns who gave it up; "none" if nobody had to, and "full" without a place. */
function attachTo(places: ReturnType<typeof createPlaces<string>>, workspaceId: string, holder: string): string {
  const found = places.find(workspaceId)
  if (found === undefined) return "full"
  if (found.from !== undefined) places.leave(found.from)
  places.take(holder, workspaceId)
  return found.from ?? "none"
}

test("a workspace may take every free place, and gives up its newest until another has as many but one", () => {
  const places = createPlaces<string>(5)
  const large = [1, 2, 3, 4, 5, 6].map((index) => attachTo(places, "ws_large", `large ${index}`))
  expect(large).toEqual(["none", "none", "none", "none", "none", "full"])
  const small = [1, 2, 3].map((index) => attachTo(places, "ws_small", `small ${index}`))
  expect(small).toEqual(["large 5", "large 4", "full"])
  expect(attachTo(places, "ws_large", "large 7")).toBe("full")
  expect(attachTo(places, "ws_third", "third 1")).toBe("large 3")
  expect(places.taken).toBe(5)
})

test("a place is free once its holder has left", () => {
  const places = createPlaces<string>(1)
  places.take("one", "ws_1")
  places.leave("one")
  expect(places.taken).toBe(0)
  expect(places.find("ws_2")).toEqual({ from: undefined })
})
