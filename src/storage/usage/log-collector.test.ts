import { describe, expect, test } from "bun:test"
import type { LoggedVerification } from "../port/verification-log.ts"
import { createLogCollector, type LogMode } from "./log-collector.ts"

function collect(mode: LogMode) {
  const stored: LoggedVerification[] = []
  const log = {
    append: async (rows: readonly LoggedVerification[]) => {
      stored.push(...rows)
    },
    list: async () => ({ rows: [], next: undefined }),
    deleteOld: async () => false,
    deleteExcess: async () => false,
    close: async () => {},
  }
  const collector = createLogCollector(log, { mode, random: Math.random, onFailure: () => {} })
  let number = 0
  const note = (code: string, workspaceId = "ws_1") => {
    const requestId = `req_${number++}`
    const keep = collector.count(workspaceId, code !== "VALID")
    keep?.({
      workspaceId,
      time: number,
      requestId,
      code,
      apiId: null,
      keyId: null,
      identityId: null,
      tags: [],
      ip: null,
      cost: null,
      credits: null,
      exceeded: [],
      missing: null,
    })
  }
  const weightOf = (code: string) =>
    stored.filter((row) => row.code === code).reduce((sum, { weight }) => sum + weight, 0)
  const rowsOf = (code: string, workspaceId = "ws_1") =>
    stored.filter((row) => row.code === code && row.workspaceId === workspaceId).length
  return { collector, note, stored, weightOf, rowsOf }
}

describe("the verification log", () => {
  test("keeps every row of a workspace with less than 50 a second", async () => {
    const { collector, note, stored } = collect("sampled")
    for (let index = 0; index < 40; index += 1) note("VALID")
    for (let index = 0; index < 10; index += 1) note("EXPIRED")
    await collector.close()
    expect(stored).toHaveLength(50)
    expect(stored.every(({ weight }) => weight === 1)).toBe(true)
  })

  test("samples a busy workspace, refusals last, and the weights add up", async () => {
    const { collector, note, stored, weightOf, rowsOf } = collect("sampled")
    for (let index = 0; index < 5_003; index += 1) note("VALID")
    for (let index = 0; index < 30; index += 1) note("EXPIRED")
    for (let index = 0; index < 20; index += 1) note("VALID", "ws_2")
    await collector.close()
    expect(rowsOf("EXPIRED")).toBe(30)
    expect(rowsOf("VALID")).toBe(20)
    expect(weightOf("EXPIRED")).toBe(30)
    expect(weightOf("VALID")).toBe(5_023)
    expect(stored.filter(({ workspaceId, weight }) => workspaceId === "ws_2" && weight === 1)).toHaveLength(20)
  })

  test("keeps a few valid rows beside a flood of refusals", async () => {
    const { collector, note, weightOf, rowsOf } = collect("sampled")
    for (let index = 0; index < 1_000; index += 1) note(index % 2 === 0 ? "VALID" : "RATE_LIMITED")
    await collector.close()
    expect([rowsOf("VALID"), rowsOf("RATE_LIMITED")]).toEqual([10, 50])
    expect([weightOf("VALID"), weightOf("RATE_LIMITED")]).toEqual([500, 500])
  })

  test("keeps all, only refusals, or nothing, as configured", async () => {
    for (const [mode, valid, refused] of [
      ["all", 300, 300],
      ["refused", 0, 50],
      ["off", 0, 0],
    ] as const) {
      const { collector, note, rowsOf } = collect(mode)
      for (let index = 0; index < 300; index += 1) for (const code of ["VALID", "EXPIRED"]) note(code)
      await collector.close()
      expect([mode, rowsOf("VALID"), rowsOf("EXPIRED")]).toEqual([mode, valid, refused])
    }
  })
})
