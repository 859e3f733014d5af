import { describe, expect, test } from "bun:test"
import { gatherPage, pageBytes } from "./page.ts"

interface Item {
  readonly id: string
  readonly text: string
}

function itemsOf(sizes: readonly number[]): readonly Item[] {
  return sizes.map((size, index) => ({ id: String(index).padStart(4, "0"), text: "x".repeat(size) }))
}

async function walk(items: readonly Item[], limit: number) {
  const slices: number[] = []
  const pages: string[][] = []
  let after: string | undefined
  do {
    const { shown, next } = await gatherPage({
      limit,
      after,
      async list({ limit: wanted, after: position }) {
        const slice = items.filter(({ id }) => position === undefined || id > position).slice(0, wanted)
        slices.push(slice.reduce((sum, { text }) => sum + text.length, 0))
        return slice
      },
      present: (item) => item,
      positionOf: ({ id }) => id,
    })
    pages.push(shown.map(({ item }) => item.id))
    expect(shown.reduce((sum, { json }) => sum + json.length, 0) <= pageBytes || shown.length === 1).toBe(true)
    after = next
  } while (after !== undefined)
  return { pages, largestSlice: Math.max(...slices), loads: slices.length }
}

describe("a page", () => {
  test("of small objects ends at its limit, after few loads", async () => {
    const { pages, loads } = await walk(itemsOf(new Array(250).fill(10)), 100)
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(loads).toBeLessThanOrEqual(12)
  })

  test("of large objects ends at its budget, and never loads more than a slice at once", async () => {
    const items = itemsOf(new Array(100).fill(300_000))
    const { pages, largestSlice } = await walk(items, 100)
    expect(pages.flat()).toEqual(items.map(({ id }) => id))
    expect(pages[0]).toHaveLength(13)
    expect(largestSlice).toBeLessThanOrEqual(2 * 300_000)
  })

  test("of middling objects loads 128 KiB at a time", async () => {
    const items = itemsOf(new Array(100).fill(30_000))
    const { pages, largestSlice } = await walk(items, 100)
    expect(pages.flat()).toHaveLength(100)
    expect(largestSlice).toBeLessThanOrEqual(128 * 1024)
  })

  test("holds an object that is larger than its budget alone", async () => {
    const { pages } = await walk(itemsOf([10, pageBytes, 10, pageBytes, pageBytes]), 100)
    expect(pages).toEqual([["0000"], ["0001"], ["0002"], ["0003"], ["0004"]])
  })

  test.each([1, 2, 3, 7, 100])("with a limit of %i yields every object once", async (limit) => {
    const items = itemsOf(Array.from({ length: 60 }, (_, index) => (index % 7 === 0 ? 900_000 : index)))
    const { pages } = await walk(items, limit)
    expect(pages.flat()).toEqual(items.map(({ id }) => id))
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit)
  })

  test("of nothing is the last one", async () => {
    expect((await walk([], 100)).pages).toEqual([[]])
  })
})
