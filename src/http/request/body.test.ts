import { expect, test } from "bun:test"
import { parseLargeBody } from "./body.ts"

test("of large bodies that arrive together, one is parsed before others are served", async () => {
  const keys = Array.from({ length: 2_000 }, (_, index) => ({ hash: `${index}`.padEnd(64, "0") }))
  const bytes = new TextEncoder().encode(JSON.stringify({ keys }))
  const request = new Request("http://localhost", { method: "POST", headers: { "Content-Type": "application/json" } })
  let parsed = 0
  const parsing = Array.from({ length: 8 }, async () => {
    expect(await parseLargeBody(request, bytes)).toEqual({ keys })
    parsed += 1
  })
  const parsedPerService: number[] = []
  while (parsed < 8) {
    const before = parsed
    await new Promise((resolve) => setImmediate(resolve))
    parsedPerService.push(parsed - before)
  }
  await Promise.all(parsing)
  expect(Math.max(...parsedPerService)).toBe(1)
})
