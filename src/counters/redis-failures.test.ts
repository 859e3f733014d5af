import { describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { startTcpProxy } from "../../test/services/tcp-proxy.ts"
import { freshCheck, remaining, start, startOwnRedis } from "../../test/storage/redis-counters.ts"
import { type Check, type Counters, CountersUnavailable } from "./counters.ts"

const { server, reports, open } = await startOwnRedis()

describe("when the Redis of the counters fails", () => {
  /** Every call has to be answered, one way or the other. */
  const attempt = (counters: Counters, check: Check) =>
    Promise.resolve()
      .then(() => counters.take([check], start))
      .catch((error: unknown) => error)
  /** The answer to a call that waits for nothing. */
  const attemptAtOnce = (counters: Counters, check: Check) =>
    Promise.race([attempt(counters, check), Bun.sleep(0).then(() => "it waits")])
  const untilUp = (counters: Counters) => until(() => counters.isUp)
  const untilDown = (counters: Counters) => until(() => !counters.isUp)

  test("a server that was killed is unavailable at once, and its counters start from zero when it is back", async () => {
    const counters = await open()
    const check = freshCheck({ cost: 4 })
    await counters.take([check], start)
    await server.kill()
    await untilDown(counters)
    for (let call = 0; call < 20; call++) {
      expect(await attemptAtOnce(counters, check)).toBeInstanceOf(CountersUnavailable)
    }
    await server.start()
    await untilUp(counters)
    expect((await counters.take([check], start)).outcomes[0]?.remaining).toBe(6)
    expect(reports[0]).toBe("The connection to the counter store was lost. Keyward keeps retrying.")
    expect(reports.at(-1)).toBe("The counter store is back.")
    expect(reports.length).toBeLessThanOrEqual(4)
  })

  test("a server that stands still is given up, and takes nothing for calls that have failed", async () => {
    const counters = await open()
    const check = freshCheck()
    await counters.take([check], start)
    server.pause()
    const waited = await Promise.all(Array.from({ length: 5 }, () => attempt(counters, check)))
    for (const outcome of waited) expect(outcome).toBeInstanceOf(CountersUnavailable)
    expect(await attemptAtOnce(counters, check)).toBeInstanceOf(CountersUnavailable)
    server.resume()
    await untilUp(counters)
    expect(await remaining(counters, check)).toBe(9)
  })

  test("calls that came together while the server stood still fail, and none of them is charged", async () => {
    const counters = await open()
    const checks = Array.from({ length: 300 }, () => freshCheck())
    server.pause()
    const outcomes = await Promise.all(checks.map((check) => attempt(counters, check)))
    expect(outcomes.filter((outcome) => outcome instanceof CountersUnavailable)).toHaveLength(300)
    server.resume()
    await untilUp(counters)
    expect(await Promise.all(checks.map((check) => remaining(counters, check)))).toEqual(checks.map(() => 10))
  })

  test("a server that is lost before it could answer has taken once at most, and is never asked twice", async () => {
    const way = await startTcpProxy(server.port)
    const counters = await open(`redis://127.0.0.1:${way.port}`)
    for (const [what, left] of [
      ["request", 9],
      ["answer", 8],
    ] as const) {
      const check = freshCheck()
      await counters.take([check], start)
      way.loseNext({ text: check.counter, what, after: check.counter })
      expect(await attempt(counters, check)).toBeInstanceOf(CountersUnavailable)
      await untilUp(counters)
      expect(await remaining(counters, check)).toBe(left)
    }
    way.stop()
  })

  test("a way on which nothing gets through is given up, and another one is found", async () => {
    const way = await startTcpProxy(server.port)
    const counters = await open(`redis://127.0.0.1:${way.port}`)
    const check = freshCheck()
    way.stall("present")
    expect(await attempt(counters, check)).toBeInstanceOf(CountersUnavailable)
    await untilUp(counters)
    expect((await counters.take([check], start)).taken).toBe(true)
    way.stop()
  })

  test("a server that comes and goes leaves one connection behind, and limits that hold", async () => {
    const way = await startTcpProxy(server.port)
    const counters = await open(`redis://127.0.0.1:${way.port}`)
    const check = freshCheck({ limit: 30 })
    let passed = 0
    let isOver = false
    const caller = async () => {
      for (; !isOver; await Bun.sleep(1)) {
        const outcome = await attempt(counters, check)
        if (outcome instanceof CountersUnavailable) continue
        passed += Number(outcome instanceof Object && "taken" in outcome && outcome.taken)
      }
    }
    const callers = [caller(), caller(), caller()]
    for (let round = 0; round < 10; round++) {
      await Bun.sleep(Math.random() * 60)
      way.cut()
      await Bun.sleep(Math.random() * 30)
      await way.mend()
    }
    await untilUp(counters)
    isOver = true
    await Promise.all(callers)
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThanOrEqual(30)
    const asking = 1
    expect(
      String(await server.command("CLIENT", "LIST"))
        .trim()
        .split("\n"),
    ).toHaveLength(1 + asking)
    way.stop()
  })

  test("a server that is idle and gone is noticed without being asked", async () => {
    const counters = await open()
    server.pause()
    await untilDown(counters)
    server.resume()
    await untilUp(counters)
  })

  test("a server that becomes a replica, or has no room, is unavailable until that is over", async () => {
    const counters = await open()
    const check = freshCheck()
    for (const [spoil, repair] of [
      [
        ["REPLICAOF", "127.0.0.1", "1"],
        ["REPLICAOF", "NO", "ONE"],
      ],
      [
        ["CONFIG", "SET", "maxmemory", "1"],
        ["CONFIG", "SET", "maxmemory", "0"],
      ],
    ] as const) {
      await server.command(...spoil)
      expect(await attempt(counters, check)).toBeInstanceOf(CountersUnavailable)
      await untilDown(counters)
      await server.command(...repair)
      await untilUp(counters)
    }
    expect((await counters.take([check], start)).outcomes[0]?.remaining).toBe(9)
  })
})
