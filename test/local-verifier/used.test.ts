import { describe, expect, test } from "bun:test"
import { createStage, holdKey } from "./stage.ts"

async function used() {
  const stage = createStage()
  stage.latest().attach()
  await holdKey(stage, "a_key")
  const rows = () =>
    stage
      .latest()
      .of("used")
      .flatMap(({ rows }) => rows)
  return { ...stage, peek: stage.verifier.peek, rows }
}

describe("local decisions", () => {
  test("are sent every 500 ms, equal ones as one row", async () => {
    const { peek, advance, rows, serverNow, stop } = await used()
    for (let count = 0; count < 5; count += 1) peek({ key: "a_key" })
    stop(3)
    peek({ key: "a_key" })
    const last = serverNow()
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) peek({ key: "a_key", ip, tags: ["x", "y"] })
    peek({ key: "a_key", tags: [] })
    peek({ key: "a_key", permissions: "b" })
    peek({ key: "a_key", permissions: "c" })
    peek({ key: "a_key", keyspaces: ["api_2"] })
    expect(rows()).toEqual([])
    await advance(500)
    const ticket = "ticket of a_key"
    const tags = ["x", "y"]
    expect(rows()).toEqual([
      { ticket, code: "VALID", count: 7, last },
      { ticket, code: "VALID", ip: "192.0.2.1", tags, count: 2, last },
      { ticket, code: "VALID", ip: "192.0.2.2", tags, count: 1, last },
      { ticket, code: "INSUFFICIENT_PERMISSIONS", missing: "b", count: 1, last },
      { ticket, code: "INSUFFICIENT_PERMISSIONS", missing: "c", count: 1, last },
      { code: "NOT_FOUND", count: 1, last },
    ])
  })

  test("are counted again after they were sent", async () => {
    const { peek, advance, rows, latest } = await used()
    peek({ key: "a_key" })
    await advance(500)
    latest().lend()
    peek({ key: "a_key" })
    peek({ key: "a_key" })
    await advance(500)
    expect(rows().map(({ count }) => count)).toEqual([1, 2])
  })

  test("that were not sent when the connection broke are sent over the next one", async () => {
    const { peek, advance, rows, latest } = await used()
    peek({ key: "a_key" })
    latest().break(1006)
    await advance(250)
    latest().attach()
    expect(rows().map(({ count }) => count)).toEqual([1])
  })

  test("of very many addresses are sent early, in frames of at most 256 KiB", async () => {
    const { peek, rows, latest } = await used()
    for (let index = 0; index < 3_500; index += 1) {
      peek({ key: "a_key", ip: `10.0.${index >> 8}.${index & 255}`, tags: [`path=/${index}`] })
    }
    expect(rows()).toHaveLength(3_000)
    const sizes = latest()
      .of("used")
      .map((message) => Buffer.byteLength(JSON.stringify(message)))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(262_144)
  })
})
