import { describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import type { Progress } from "../storage/port/nodes.ts"
import { createAcknowledger } from "./acknowledger.ts"

const upTo = (sequence: number): Progress => ({ sequence, behind: new Map() })

describe("acknowledgements", () => {
  test("of many changes at once become one, and the last is always told", async () => {
    const told: number[] = []
    const acknowledger = createAcknowledger({
      async acknowledge({ sequence }) {
        told.push(sequence)
        await Bun.sleep(1)
      },
    })
    for (let sequence = 1; sequence <= 100; sequence++) acknowledger.acknowledge(upTo(sequence))
    await until(() => told.length === 2)
    expect(told).toEqual([1, 100])
    acknowledger.acknowledge(upTo(101))
    await until(() => told.length === 3)
    expect(told).toEqual([1, 100, 101])
  })

  test("that fail do not prevent the next one", async () => {
    const told: number[] = []
    const acknowledger = createAcknowledger({
      async acknowledge({ sequence }) {
        told.push(sequence)
        throw new Error("no connection")
      },
    })
    acknowledger.acknowledge(upTo(1))
    await Bun.sleep(20)
    acknowledger.acknowledge(upTo(2))
    await until(() => told.length === 2)
    expect(told).toEqual([1, 2])
  })

  test("wait a little while verifiers of some workspaces are behind, and become one if these catch up", async () => {
    const told: Progress[] = []
    const acknowledger = createAcknowledger({
      async acknowledge(progress) {
        told.push(progress)
      },
    })
    const behind = { sequence: 2, behind: new Map([["ws_1", 1]]) }
    acknowledger.acknowledge(behind)
    acknowledger.acknowledge(upTo(2))
    await Bun.sleep(20)
    expect(told).toEqual([upTo(2)])
    const next = { sequence: 3, behind: new Map([["ws_1", 2]]) }
    acknowledger.acknowledge(next)
    await until(() => told.length === 2)
    expect(told[1]).toEqual(next)
  })

  test("tell that a workspace has caught up, and tell nothing twice", async () => {
    const told: Progress[] = []
    const acknowledger = createAcknowledger({
      async acknowledge(progress) {
        told.push(progress)
      },
    })
    const behind = (one: number, two: number) => ({
      sequence: 3,
      behind: new Map([
        ["ws_1", one],
        ["ws_2", two],
      ]),
    })
    const steps = [behind(1, 1), behind(1, 2), behind(1, 2), upTo(3), upTo(3)]
    for (const step of steps) {
      acknowledger.acknowledge(step)
      await Bun.sleep(20)
    }
    expect(told).toEqual([behind(1, 1), behind(1, 2), upTo(3)])
  })

  test("wait for no workspace that was behind before", async () => {
    const told: Progress[] = []
    const acknowledger = createAcknowledger({
      async acknowledge(progress) {
        told.push(progress)
      },
    })
    const hung = (sequence: number): Progress => ({ sequence, behind: new Map([["ws_1", 1]]) })
    acknowledger.acknowledge(hung(2))
    await until(() => told.length === 1)
    acknowledger.acknowledge(hung(3))
    expect(told).toEqual([hung(2), hung(3)])
  })

  test("end with the connection to the feed", async () => {
    const told: number[] = []
    const { promise: firstReply, resolve: reply } = Promise.withResolvers<void>()
    const acknowledger = createAcknowledger({
      acknowledge({ sequence }) {
        told.push(sequence)
        return firstReply
      },
    })
    acknowledger.acknowledge(upTo(1))
    acknowledger.acknowledge(upTo(2))
    acknowledger.close()
    reply()
    await Bun.sleep(0)
    expect(told).toEqual([1])
  })
})
