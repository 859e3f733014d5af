import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { sharedRedisUrl } from "../../test/services/redis.ts"
import { freshCheck, remaining, start, startOwnRedis } from "../../test/storage/redis-counters.ts"
import { countersConformance } from "./conformance.ts"
import { CountersUnavailable, clockToleranceMs } from "./counters.ts"
import { freshMs } from "./redis/denial-cache.ts"
import { openRedisCounters } from "./redis.ts"
import { createReference } from "./reference.ts"

const { server, reports, open } = await startOwnRedis()

countersConformance("redis", () => openRedisCounters({ url: sharedRedisUrl(1), report: () => {} }))

test("nodes that share Redis take what the model takes, whichever of them is asked", async () => {
  const url = sharedRedisUrl(1)
  const nodes = [await openRedisCounters({ url, report: () => {} }), await openRedisCounters({ url, report: () => {} })]
  const check = fc.record({
    counter: fc.constantFrom("a", "b"),
    limit: fc.nat({ max: 8 }),
    durationMs: fc.constantFrom(1000, 1500),
    cost: fc.nat({ max: 4 }),
  })
  const call = fc.record({
    node: fc.nat({ max: 1 }),
    checks: fc.array(check, { minLength: 1, maxLength: 3 }),
    moveMs: fc.oneof(fc.constantFrom(0, 1, 500, 1000), fc.nat({ max: 800 })),
  })
  const holds = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 40, size: "max" }), async (calls) => {
    const reference = createReference()
    const prefix = `nodes/${crypto.randomUUID()}`
    let now = start
    for (const { node, checks: unnamed, moveMs } of calls) {
      now += moveMs
      const checks = unnamed.map((one) => ({ ...one, counter: `${prefix}/${one.counter}` }))
      const taking = await nodes[node]?.take(checks, now)
      expect(taking?.taken).toBe(reference.take(checks, now).taken)
    }
  })
  await fc.assert(holds, { numRuns: 200 })
  for (const node of nodes) await node.close()
})

test("calls that come together get in their order what the model gives one after another", async () => {
  const url = sharedRedisUrl(1)
  const history = await openRedisCounters({ url, report: () => {} })
  const check = fc.record({
    counter: fc.constantFrom("a", "b", "c", "d"),
    limit: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 400 })),
    durationMs: fc.constantFrom(1000, 1500, 60_000),
    cost: fc.nat({ max: 6 }),
  })
  const call = fc.record({
    checks: fc.array(check, { minLength: 1, maxLength: 4 }),
    moveMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 250, 1000)),
  })
  const calls = (maxLength: number) => fc.array(call, { minLength: 1, maxLength, size: "max" })
  const holds = fc.asyncProperty(calls(10), calls(160), async (before, together) => {
    // It remembers no denials yet, so that every call is decided in Redis.
    const counters = await openRedisCounters({ url, report: () => {} })
    const reference = createReference()
    const prefix = `together/${crypto.randomUUID()}`
    let now = start
    const timed = (list: typeof before) =>
      list.map(({ checks, moveMs }) => {
        now += moveMs
        return { checks: checks.map((one) => ({ ...one, counter: `${prefix}/${one.counter}` })), now }
      })
    for (const { checks, now } of timed(before)) {
      expect((await history.take(checks, now)).taken).toBe(reference.take(checks, now).taken)
    }
    const concurrent = timed(together)
    const results = await Promise.all(concurrent.map(({ checks, now }) => counters.take(checks, now)))
    expect(results).toEqual(concurrent.map(({ checks, now }) => reference.take(checks, now)))
    await counters.close()
  })
  await fc.assert(holds, { numRuns: 60 })
  await history.close()
})

describe("counters on a Redis of their own", () => {
  test("use memory for what was taken only, and until it counts no more by any clock", async () => {
    const counters = await open()
    const [taken, looked, denied] = [freshCheck(), freshCheck(), freshCheck({ cost: 11 })]
    await counters.take([taken], start)
    await counters.take([{ ...looked, cost: 0 }], start)
    await counters.take([denied], start)
    const keys = (await server.command("KEYS", "*redis/*")) as string[]
    expect(keys).toEqual([`{keyward}/60000/${taken.counter}`])
    const leftMs = Number(await server.command("PTTL", keys[0] ?? ""))
    expect(leftMs).toBeGreaterThan(2 * 60_000 + clockToleranceMs - 30_000)
    expect(leftMs).toBeLessThanOrEqual(2 * 60_000 + clockToleranceMs)
  })

  test("keep that time when something is given back", async () => {
    const counters = await open()
    const check = freshCheck({ cost: 4 })
    await counters.refund([check], await counters.take([check], start))
    expect(Number(await server.command("PTTL", `{keyward}/60000/${check.counter}`))).toBeGreaterThan(60_000)
    expect(await remaining(counters, check)).toBe(10)
  })

  test("are forgotten by Redis itself", async () => {
    const counters = await open()
    const check = freshCheck({ durationMs: 1000 })
    await counters.take([check], start)
    await server.command("PEXPIRE", `{keyward}/1000/${check.counter}`, "1")
    await Bun.sleep(20)
    expect(await remaining(counters, check)).toBe(10)
  })

  test("know what to do where the scripts are not known any more", async () => {
    const counters = await open()
    const check = freshCheck({ cost: 3 })
    const taking = await counters.take([check], start)
    await server.command("SCRIPT", "FLUSH")
    await counters.take([check], start)
    await server.command("SCRIPT", "FLUSH")
    await counters.refund([check], taking)
    expect(await remaining(counters, check)).toBe(7)
  })

  test("fail the call whose counter is damaged, and no call that comes with it", async () => {
    const counters = await open()
    const [one, damaged, other] = [freshCheck(), freshCheck(), freshCheck()]
    await server.command("SET", `{keyward}/60000/${damaged.counter}`, "no counter")
    const calls = [[one], [one], [other, damaged], [other]].map((checks) => counters.take(checks, start))
    const [alone, first, second, third] = await Promise.allSettled(calls)
    expect([alone?.status, first?.status, third?.status]).toEqual(["fulfilled", "fulfilled", "fulfilled"])
    expect(second).toMatchObject({ status: "rejected", reason: expect.any(CountersUnavailable) })
    expect([await remaining(counters, one), await remaining(counters, other)]).toEqual([8, 9])
  })

  test("say so where Redis would give them up for room", async () => {
    await open()
    expect(reports).toEqual([])
    await server.command("CONFIG", "SET", "maxmemory", "1000000000", "maxmemory-policy", "allkeys-lru")
    await open()
    await server.command("CONFIG", "SET", "maxmemory", "0", "maxmemory-policy", "noeviction")
    expect(reports).toEqual(["Redis evicts counters when its memory is full. Set maxmemory-policy to noeviction."])
  })

  test("are the same for all nodes: together they admit the limit exactly", async () => {
    const nodes = [await open(), await open(), await open()]
    const check = freshCheck({ limit: 100 })
    const calls = Array.from({ length: 90 }, () => nodes.map(async (node) => node.take([check], start))).flat()
    const passed = (await Promise.all(calls)).filter(({ taken }) => taken)
    expect(passed).toHaveLength(100)
    expect(new Set(passed.map(({ outcomes }) => outcomes[0]?.remaining)).size).toBe(100)
  })

  test("share one run of the script, up to 128 checks at a time", async () => {
    const counters = await open()
    const checks = Array.from({ length: 200 }, () => [freshCheck(), freshCheck()])
    const before = await server.scriptCalls()
    const results = await Promise.all(checks.map((both) => counters.take(both, start)))
    expect(results.every(({ taken }) => taken)).toBe(true)
    const runs = (await server.scriptCalls()) - before
    // Once a second, a run proves that Redis can count.
    expect(runs).toBeGreaterThanOrEqual(4)
    expect(runs).toBeLessThan(40)
  })

  describe("that are over their limit", () => {
    test("deny without asking Redis", async () => {
      const counters = await open()
      const [full, other] = [freshCheck({ limit: 1 }), freshCheck()]
      await counters.take([full], start)
      const first = await counters.take([full, other], start)
      const before = await server.scriptCalls()
      for (let call = 0; call < 50; call++) expect(await counters.take([full, other], start)).toEqual(first)
      // A denial is remembered for a tenth of a second.
      expect((await server.scriptCalls()) - before).toBeLessThan(25)
    })

    test("pass at once what this node gives back, and soon what another one does", async () => {
      const [one, other] = [await open(), await open()]
      const check = freshCheck({ limit: 1 })
      const taking = await one.take([check], start)
      expect([(await one.take([check], start)).taken, (await other.take([check], start)).taken]).toEqual([false, false])
      await one.refund([check], taking)
      const again = await one.take([check], start)
      expect(again.taken).toBe(true)
      expect((await other.take([check], start)).taken).toBe(false)
      await one.refund([check], again)
      await Bun.sleep(freshMs + 10)
      expect((await other.take([check], start)).taken).toBe(true)
    })
  })
})
