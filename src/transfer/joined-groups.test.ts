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

test("groups with long items are joined only until they are long enough together", async () => {
  const groups = groupsOf([1, 2], [3], [], [4])
  expect(await Array.fromAsync(joinedGroups(groups, 9, "[1,2][3]".length))).toEqual([[1, 2, 3], [4]])
})
