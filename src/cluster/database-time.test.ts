import { describe, expect, test } from "bun:test"
import { createDatabaseTime } from "./database-time.ts"

describe("the time of the database", () => {
  const start = () => {
    const world = { clock: 5_000 }
    const time = createDatabaseTime(() => world.clock)
    const learn = (databaseNow: number, tripMs: number) =>
      time.learn({ databaseNow, sentAt: world.clock - tripMs, receivedAt: world.clock })
    return { world, time, learn }
  }

  test("is not made up before the database was asked", () => {
    expect(() => start().time.now()).toThrow("not known yet")
  })

  test("advances with the clock of the machine between two responses", () => {
    const { world, time, learn } = start()
    learn(1_000_000, 10)
    expect(time.now()).toBe(1_000_005)
    world.clock += 250
    expect(time.now()).toBe(1_000_255)
  })

  test("stays as it is where an answer on a slow way does not prove it wrong", () => {
    const { world, time, learn } = start()
    learn(1_000_000, 0)
    world.clock += 1_000
    learn(1_000_900, 200)
    expect(time.now()).toBe(1_001_000)
  })

  test("follows a database whose clock was set, forward and back", () => {
    const { world, time, learn } = start()
    learn(1_000_000, 0)
    world.clock += 1_000
    learn(4_601_000, 2)
    expect(time.now()).toBe(4_601_000)
    world.clock += 1_000
    learn(1_002_000, 2)
    expect(Math.abs(time.now() - 1_002_000)).toBeLessThan(3)
  })
})
