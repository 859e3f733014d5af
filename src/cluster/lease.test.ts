import { describe, expect, test } from "bun:test"
import { longestIdleMs } from "../storage/postgres/idle-transactions.ts"
import { createLease, driftMs, leaseMs } from "./lease.ts"

describe("a lease", () => {
  const start = () => {
    const world = { now: 10_000, wall: 500_000, regained: 0, ended: 0 }
    const onRegained = () => {
      expect(lease.holds()).toBe(false)
      world.regained += 1
    }
    const lease = createLease({
      clock: () => world.now,
      wallClock: () => world.wall + world.now,
      onRegained,
      onEnded: () => {
        world.ended += 1
      },
    })
    const at = (monotonic: number) => ({ monotonic, wall: world.wall + monotonic })
    return { world, lease: { ...lease, grant: (sentAt: number) => lease.grant(at(sentAt)) } }
  }

  test("is not held before it is granted", () => {
    expect(start().lease.holds()).toBe(false)
  })

  test("counts from before the renewal was sent, not from when it was answered", () => {
    const { world, lease } = start()
    const sentAt = world.now
    world.now += 400
    lease.grant(sentAt)
    world.now = sentAt + leaseMs - 1
    expect(lease.holds()).toBe(true)
    world.now = sentAt + leaseMs
    expect(lease.holds()).toBe(false)
  })

  test("is not granted by an answer that comes too late, as after a pause", () => {
    const { world, lease } = start()
    const sentAt = world.now
    world.now += 3_000
    lease.grant(sentAt)
    expect(lease.holds()).toBe(false)
    expect(world.regained).toBe(0)
  })

  test("begins with an empty memory whenever it was lost, and only then", () => {
    const { world, lease } = start()
    lease.grant(world.now)
    expect(world.regained).toBe(1)
    world.now += leaseMs - 1
    lease.grant(world.now)
    expect(world.regained).toBe(1)
    world.now += leaseMs
    lease.grant(world.now)
    expect(world.regained).toBe(2)
    lease.end()
    expect(lease.holds()).toBe(false)
    lease.grant(world.now)
    expect(world.regained).toBe(3)
  })

  test("is not shortened by an earlier renewal that is answered later", () => {
    const { world, lease } = start()
    lease.grant(world.now)
    lease.grant(world.now - 500)
    world.now += leaseMs - 1
    expect(lease.holds()).toBe(true)
  })

  test("is over when the machine has slept, and a clock that was set back does not extend it", () => {
    const { world, lease } = start()
    lease.grant(world.now)
    expect(lease.leftMs()).toBe(leaseMs)
    world.wall += 3_600_000
    expect([lease.holds(), lease.leftMs()]).toEqual([false, 0])
    lease.grant(world.now)
    expect([lease.holds(), world.regained]).toEqual([true, 2])
    world.wall -= 3_600_000
    world.now += leaseMs
    expect([lease.holds(), lease.leftMs()]).toEqual([false, 0])
  })

  test("tells when it was ended before its time, so that what was lent of it is taken back", () => {
    const { world, lease } = start()
    lease.end()
    expect(world.ended).toBe(0)
    lease.grant(world.now)
    lease.end()
    expect([world.ended, lease.leftMs()]).toEqual([1, 0])
    lease.end()
    expect(world.ended).toBe(1)
  })

  test("tells it also if a clock that was set forward had ended it: where it was lent, it may last", () => {
    const { world, lease } = start()
    lease.grant(world.now)
    world.wall += 3_600_000
    expect(lease.holds()).toBe(false)
    lease.end()
    expect(world.ended).toBe(1)
  })

  test("and the transaction of a paused node end in less than two seconds, even one after the other", () => {
    expect(longestIdleMs + leaseMs + driftMs).toBeLessThan(2_000)
  })
})
