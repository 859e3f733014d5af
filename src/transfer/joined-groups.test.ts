import { expect, test } from "bun:test"
import { joinedGroups } from "./joined-groups.ts"

async function* groupsOf(...groups: readonly (readonly number[])[]) {
  yield* groups
}

test.each([
  [1, [[1, 2], [3], [], [4]]],
  [2, [[1, 2, 3], [4]]],
  [3, [[1, 2, 3], [4]]],
  [9, [[1, 2, 3, 4]]],
])("%i groups at a time lose nothing and keep the order", async (groupCount, expected) => {
  expect(await Array.fromAsync(joinedGroups(groupsOf([1, 2], [3], [], [4]), groupCount))).toEqual(expected)
})
