import { describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { createAcknowledger } from "./acknowledger.ts"

describe("acknowledgements", () => {
  test("of many changes at once become one, and the last is always told", async () => {
    const told: number[] = []
    const acknowledger = createAcknowledger({
      async acknowledge(sequence) {
        told.push(sequence)
        await Bun.sleep(1)
      },
    })
    for (let sequence = 1; sequence <= 100; sequence++) acknowledger.acknowledge(sequence)
    await until(() => told.length === 2)
    expect(told).toEqual([1, 100])
    acknowledger.acknowledge(101)
    await until(() => told.length === 3)
    expect(told).toEqual([1, 100, 101])
  })

  test("that fail do not prevent the next one", async () => {
    const told: number[] = []
    const acknowledger = createAcknowledger({
      async acknowledge(sequence) {
        told.push(sequence)
        throw new Error("no connection")
      },
    })
    acknowledger.acknowledge(1)
    await Bun.sleep(20)
    acknowledger.acknowledge(2)
    await until(() => told.length === 2)
    expect(told).toEqual([1, 2])
  })
})
