import { expect, test } from "bun:test"
import { sharedRead } from "./shared-read.ts"

/** Reads that end when the test says so. */
function openReads() {
  const reads: PromiseWithResolvers<number>[] = []
  const read = sharedRead(() => {
    const reading = Promise.withResolvers<number>()
    reads.push(reading)
    return reading.promise
  })
  return { reads, read }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test("callers of one moment share a read, and callers during it share the next one", async () => {
  const { reads, read } = openReads()
  const first = [read(), read()]
  await turn()
  const later = [read(), read()]
  await turn()
  expect(reads).toHaveLength(1)
  reads[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await turn()
  expect(reads).toHaveLength(2)
  reads[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
})

test("a failed read fails only its callers", async () => {
  const { reads, read } = openReads()
  const failing = read()
  await turn()
  const later = read()
  reads[0]?.reject(new Error("no connection"))
  await expect(failing).rejects.toThrow("no connection")
  await turn()
  reads[1]?.resolve(2)
  expect(await later).toBe(2)
})
