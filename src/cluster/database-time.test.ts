import { describe, expect, test } from "bun:test"
import { createDatabaseTime } from "./database-time.ts"

describe("the time of the database", () => {
  /** Away is how far the wall clock was set, and asleep how long the machine slept. */
  const start = () => {
    const world = { clock: 5_000, away: 0, asleep: 0 }
    const time = createDatabaseTime({
      clock: () => world.clock,
      wallClock: () => 900_000 + world.clock + world.asleep + world.away,
      uptimeClock: () => Math.ceil((70_400 + world.clock + world.asleep) / 1_000) * 1_000,
    })
    const learn = (databaseNow: number, tripMs: number) => {
      world.clock -= tripMs
      const sent = time.read()
      world.clock += tripMs
      time.learn({ databaseNow, sent })
    }
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

  test.each([2_001, 7_300, 3_600_000, 31_536_000_000])(
    "is true, to the second, after %d ms of sleep, before the database answers",
    (sleepMs) => {
      const { world, time, learn } = start()
      learn(1_000_000, 0)
      world.clock += 250
      world.asleep += sleepMs
      const truth = 1_000_250 + sleepMs
      expect(time.now()).toBeWithin(truth - 1_001, truth + 1)
      world.clock += 100
      learn(truth + 100, 2)
      expect(Math.abs(time.now() - (truth + 100))).toBeLessThan(3)
      world.clock += 250
      expect(Math.abs(time.now() - (truth + 350))).toBeLessThan(3)
    },
  )

  test("is the same whatever the wall clock is set to", () => {
    for (const away of [-1_800_000_000_000, -3_600_000, -1_500, 1_500, 3_600_000, 1_800_000_000_000]) {
      const { world, time, learn } = start()
      learn(1_000_000, 0)
      world.clock += 100
      world.away = away
      expect(time.now()).toBe(1_000_100)
      world.clock += 200
      learn(1_000_300, 0)
      expect(time.now()).toBe(1_000_300)
      world.away = 0
      expect(time.now()).toBe(1_000_300)
    }
  })

  test("is never ahead by more than a second, although the wall clock was set while the machine slept", () => {
    for (const away of [-3_600_000, -2_000, 2_000, 3_600_000]) {
      const { world, time, learn } = start()
      learn(1_000_000, 0)
      world.asleep += 60_000
      world.away = away
      expect(time.now()).toBeWithin(1_000_000, 1_061_001)
    }
  })

  test("does not believe an answer on whose way the machine slept", () => {
    for (const answer of [1_000_300, 1_060_300]) {
      const { world, time, learn } = start()
      learn(1_000_000, 0)
      world.clock += 300
      const sent = time.read()
      world.asleep += 60_000
      time.learn({ databaseNow: answer, sent })
      expect(time.now()).toBeWithin(1_059_299, 1_060_301)
      learn(1_060_300, 0)
      expect(time.now()).toBe(1_060_300)
    }
  })
})
