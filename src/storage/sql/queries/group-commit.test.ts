import { expect, test } from "bun:test"
import { createGroupCommit } from "./group-commit.ts"

/** A gathering whose groups wait until the test lets them go. */
function heldGroups() {
  const groups: (readonly number[])[] = []
  let finish = () => {}
  let idleCount = 0
  const gathering = createGroupCommit<number>({
    maxGroupSize: 3,
    async work(group) {
      groups.push(group)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    },
    onIdle: () => {
      idleCount += 1
    },
  })
  const next = async () => {
    finish()
    await Bun.sleep(0)
  }
  return { gathering, groups, next, idleCount: () => idleCount }
}

const loopTurn = () => new Promise((resolve) => setImmediate(resolve))

test("the first group begins after two turns of the loop, with all that has come until then", async () => {
  const { gathering, groups, next } = heldGroups()
  gathering.add(1)
  await loopTurn()
  expect(groups).toEqual([])
  gathering.add(2)
  await loopTurn()
  expect(groups).toEqual([[1, 2]])
  await next()
})

test("while a group is at work the next one gathers, and no group is larger than it may be", async () => {
  const { gathering, groups, next, idleCount } = heldGroups()
  for (const item of [1, 2, 3, 4, 5, 6, 7]) gathering.add(item)
  await loopTurn()
  await loopTurn()
  expect(groups).toEqual([[1, 2, 3]])
  await next()
  gathering.add(8)
  await next()
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ])
  expect(idleCount()).toBe(0)
  await next()
  expect(idleCount()).toBe(1)
  gathering.add(9)
  await loopTurn()
  await loopTurn()
  expect(groups.at(-1)).toEqual([9])
  await next()
})

test("what is taken out is not worked on, and what is put first comes before what waits", async () => {
  const { gathering, groups, next } = heldGroups()
  gathering.add(1)
  await loopTurn()
  await loopTurn()
  for (const item of [2, 3, 4]) gathering.add(item)
  expect(gathering.removeMatching((item) => item % 2 === 0)).toEqual([2, 4])
  gathering.addFirst([8, 9])
  await next()
  expect(groups).toEqual([[1], [8, 9, 3]])
  await next()
})
