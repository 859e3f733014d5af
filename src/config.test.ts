import { describe, expect, test } from "bun:test"
import { asOneOfMany, readConfig } from "./config.ts"

const read = (environment: Record<string, string>) => readConfig({ environment, flags: [], isTerminal: false })

describe("one of several processes on a host", () => {
  const asThird = asOneOfMany({ number: 3, count: 8, port: 4_000 })

  test("has the port that all share and a port for its own metrics", () => {
    const { config } = read({ ...asThird, KEYWARD_PORT: "0", KEYWARD_METRICS_PORT: "9100" })
    expect(config).toMatchObject({ port: 4_000, metricsPort: 9_102, oneOfMany: { number: 3, count: 8 } })
  })

  test("leaves it to its supervisor to report unknown settings", () => {
    const environment = { KEYWARD_FROBNICATE: "1" }
    expect(read(environment).unknown).toEqual(["KEYWARD_FROBNICATE"])
    expect(read({ ...environment, ...asThird }).unknown).toEqual([])
  })

  test("has as many connections to PostgreSQL as any other process", () => {
    const connections = (count: number) => read(asOneOfMany({ number: 1, count, port: 1 })).config.databaseConnections
    expect([1, 2, 8, 64].map(connections)).toEqual([20, 20, 20, 20])
    expect(read({ ...asThird, KEYWARD_DATABASE_CONNECTIONS: "50" }).config.databaseConnections).toBe(50)
  })
})

test.each(["0", "257", "2.5", "-1", "two"])("refuses %p processes per host", (text) => {
  expect(() => read({ KEYWARD_NODES_PER_HOST: text })).toThrow(
    `KEYWARD_NODES_PER_HOST must be auto or a number from 1 to 256, not "${text}".`,
  )
})

test.each(["9", "1e3", "many"])("refuses %p connections to PostgreSQL", (text) => {
  expect(() => read({ KEYWARD_DATABASE_CONNECTIONS: text })).toThrow(
    `KEYWARD_DATABASE_CONNECTIONS must be a number from 10 to 9999, not "${text}".`,
  )
})
