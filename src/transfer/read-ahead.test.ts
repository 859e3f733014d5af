import { describe, expect, test } from "bun:test"
import { rejection } from "../../test/harness/rejection.ts"
import { readAhead } from "./read-ahead.ts"

describe("reading ahead", () => {
  async function* numbers(read: number[], count: number) {
    try {
      for (let number = 1; number <= count; number += 1) {
        read.push(number)
        yield number
      }
    } finally {
      read.push(0)
    }
  }

  test("gives all items in order, and reads the next one while the present one is used", async () => {
    const read: number[] = []
    const given: number[] = []
    for await (const number of readAhead(numbers(read, 3))) {
      given.push(number)
      while (!read.includes(number + 1) && !read.includes(0)) await Bun.sleep(1)
    }
    expect(given).toEqual([1, 2, 3])
  })

  test("passes an error on, after the items before it", async () => {
    async function* failing() {
      yield 1
      throw new Error("no")
    }
    const given: number[] = []
    const reading = async () => {
      for await (const number of readAhead(failing())) given.push(number)
    }
    expect(await rejection(reading())).toEqual(new Error("no"))
    expect(given).toEqual([1])
  })

  test("ends the source if the caller stops early", async () => {
    const read: number[] = []
    for await (const number of readAhead(numbers(read, 10))) if (number === 2) break
    expect(read.at(-1)).toBe(0)
  })
})
