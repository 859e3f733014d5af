import { expect, test } from "bun:test"
import { isGrant } from "./grants.ts"
import { endIn, endsLater, lifetimeUntil } from "./lifetime.ts"

test("never is later than every moment, and not later than itself", () => {
  expect([endsLater(null, 5), endsLater(6, 5)]).toEqual([true, true])
  expect([endsLater(5, 5), endsLater(4, 5), endsLater(5, null), endsLater(null, null)]).toEqual(Array(4).fill(false))
})

test("a requirement of a lifetime is read as it was written, and is no permission", () => {
  for (const end of [null, 0, 4_102_444_800_000]) {
    expect(endIn(lifetimeUntil(end))).toBe(end)
    expect(isGrant(lifetimeUntil(end))).toBe(false)
  }
  expect(endIn("api.*.read_key")).toBeUndefined()
  expect(endIn("*")).toBeUndefined()
})
