import { expect, test } from "bun:test"
import { createBatches } from "./batches.ts"

function recorded(send: (items: readonly number[]) => Promise<readonly number[]>) {
  const sent: (readonly number[])[] = []
  const add = createBatches<number, number>({
    heaviest: 10,
    weigh: (item) => item,
    send(items) {
      sent.push(items)
      return send(items)
    },
  })
  return { sent, add }
}

const doubled = async (items: readonly number[]) => items.map((item) => 2 * item)

test("items of one turn of the event loop are sent together, in order, and each gets its own result", async () => {
  const { sent, add } = recorded(doubled)
  expect(await Promise.all([0, 1, 2, 3].map(add))).toEqual([0, 2, 4, 6])
  expect(sent).toEqual([[0], [1, 2, 3]])
})

test("an item is sent at once if none is in flight, also right after a result or a failure", async () => {
  const { sent, add } = recorded(async (items) => {
    if (items.includes(6)) throw new Error("six")
    return doubled(items)
  })
  const first = add(1)
  expect(sent).toEqual([[1]])
  await first
  const second = add(6)
  expect(sent).toEqual([[1], [6]])
  await second.catch(() => {})
  void add(2)
  expect(sent).toEqual([[1], [6], [2]])
})

test("a batch holds no more than its weight, and an item that alone is heavier is sent alone", async () => {
  const { sent, add } = recorded(doubled)
  expect(await Promise.all([0, 4, 6, 1, 25, 9].map(add))).toEqual([0, 8, 12, 2, 50, 18])
  expect(sent).toEqual([[0], [4, 6], [1], [25], [9]])
})

test("a batch that fails fails each of its items, and no other batch", async () => {
  const { add } = recorded(async (items) => {
    if (items.includes(6)) throw new Error("six")
    return doubled(items)
  })
  const settled = await Promise.allSettled([0, 6, 2, 9].map(add))
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"])
})

test("results that do not match their items are an error", async () => {
  const { add } = recorded(async () => [])
  expect(add(1)).rejects.toThrow("There are 0 results of 1 items.")
})
