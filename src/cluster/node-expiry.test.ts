import { describe, expect, test } from "bun:test"
import { createNodeExpiry } from "./node-expiry.ts"

describe("other nodes", () => {
  const entered = (id: string, leaseEndsAt: number) => ({ id, leaseEndsAt, appliedSequence: 0, sharesLimits: true })

  test("are gone when their entry has not changed for a lease by the own clock, whatever that of the database says", () => {
    const world = { now: 0 }
    const nodeExpiry = createNodeExpiry(() => world.now)
    expect(nodeExpiry.observe([entered("dead", -9_999_999), entered("alive", 0)])).toEqual([])
    world.now = 600
    expect(nodeExpiry.observe([entered("dead", -9_999_999), entered("alive", 1)])).toEqual([])
    world.now = 1_051
    expect(nodeExpiry.observe([entered("dead", -9_999_999), entered("alive", 1)])).toEqual([
      entered("dead", -9_999_999),
    ])
    expect(nodeExpiry.observe([entered("alive", 1)])).toEqual([])
  })

  test("that come back have a whole lease again", () => {
    const world = { now: 0 }
    const nodeExpiry = createNodeExpiry(() => world.now)
    nodeExpiry.observe([entered("one", 1)])
    nodeExpiry.observe([])
    world.now = 2_000
    expect(nodeExpiry.observe([entered("one", 1)])).toEqual([])
  })
})
