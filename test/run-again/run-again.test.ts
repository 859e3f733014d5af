import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { linkOidc } from "../examples/for-browsers.ts"
import { type Installation, needsOwnInstallation, startInstallation, withProvider } from "../examples/installation.ts"
import { createKey } from "../harness/fixtures.ts"
import type { TestServer } from "../harness/harness.ts"
import { reachCallback } from "../people/oidc.ts"
import { addPasskey, passkeyResponse } from "../people/passkeys.ts"
import { addPerson, visitor } from "../people/person.ts"
import { freshMetrics } from "../requests/fresh-metrics.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type RedisServer, startRedisServer } from "../services/redis.ts"
import { queryDatabase } from "../storage/database.ts"
import { observe } from "./observe.ts"
import { type Pair, startPair } from "./pair.ts"
import { samplesOfChanges } from "./samples.ts"
import { withoutChance } from "./without-chance.ts"

/**
 * A change of the store may run again (storage/port/store.ts). Every operation that changes something is called on two
 * equal installations, and one of them runs each change twice. No caller can tell which. If one operation differs, later
 * ones may differ too, because their events have other numbers: look at the first.
 */

const samples = samplesOfChanges().map((sample) => [sample.title, sample] as const)
/** All rows are read around each request, so a pair that serves all samples would read ever more. */
const samplesPerPair = 16
const groups = Array.from({ length: Math.ceil(samples.length / samplesPerPair) }, (_, index) =>
  samples.slice(index * samplesPerPair, (index + 1) * samplesPerPair),
)

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer()
})
afterAll(() => redis.stop())

describe.each(groups.map((group, index) => [index + 1, group] as const))(
  "a change that runs twice has the same effect as one that runs once, group %d",
  (_number, group) => {
    let shared: Pair
    beforeAll(async () => {
      shared = await startPair(redis)
    })
    afterAll(() => shared[Symbol.asyncDispose]())

    test.each(group)("%s", async (_title, sample) => {
      const { operation } = sample
      const isShared = !needsOwnInstallation(operation)
      await using own = isShared
        ? undefined
        : await startPair(redis, (options) => startInstallation(operation, options))
      const { once, twice } = own ?? shared
      const expected = await observe(once, sample)
      expect(expected.replies[0]?.status).toBe(200)
      expect(await observe(twice, sample)).toEqual(expected)
    })

    test("the metrics and the usage of all these requests", async () => {
      const [once, twice] = [shared.once.server, shared.twice.server]
      // Some groups verify nothing themselves.
      for (const server of [once, twice]) {
        const { key } = await createKey(server)
        await server.ok("keys.verifyKey", { key })
      }
      expect(await countsOf(twice)).toEqual(await countsOf(once))
      expect(await storedUsageOf(twice)).toEqual(await storedUsageOf(once))
    })
  },
)

describe("a sign-in that runs twice", () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await startPair(redis, withProvider)
  })
  afterAll(() => pair[Symbol.asyncDispose]())

  test("with OpenID Connect sets each cookie once", async () => {
    const setCookies = async ({ server, provider }: Installation) => {
      const person = await addPerson(server, { ...server, role: "owner" })
      await linkOidc({ server, provider }, person)
      const { url, cookie } = await reachCallback(server)
      const response = await fetch(url, { redirect: "manual", headers: { Cookie: cookie } })
      expect(response.status).toBe(303)
      return withoutChance({ cookies: response.headers.getSetCookie() }, [])
    }
    expect(await setCookies(pair.twice)).toEqual(await setCookies(pair.once))
  })

  test("and is refused counts as one refused sign-in", async () => {
    const refusals = async ({ server }: Installation) => {
      const person = await addPerson(server, { ...server, role: "owner" })
      // Without a counter, only the transaction finds out that the challenge was used before.
      const body = await passkeyResponse(server, await addPasskey(server, person, false))
      await server.ok("sessions.signIn", body, visitor)
      expect(outcomeOf(await server.call("sessions.signIn", body, visitor))).toBe("401 authentication/sign_in_failed")
      await server.restart()
      return queryDatabase(server, "select changes from events where type = 'session.refused'")
    }
    const refused = await refusals(pair.once)
    expect(refused).toHaveLength(1)
    expect(await refusals(pair.twice)).toEqual(refused)
  })
})

/** Requests by operation and status, verifications by code, and checks of rate limits by result. */
async function countsOf(server: TestServer): Promise<readonly string[]> {
  const text = await freshMetrics(async () => (await server.request("/metrics")).text)
  const isCount = (line: string) => /^keyward_\w+_total/.test(line) && !/_seconds_total|"metrics"/.test(line)
  const counts = text.split("\n").filter(isCount)
  expect(counts.join()).toMatch(/keyward_verifications_total\{code="VALID"\} [1-9]/)
  return counts
}

/** A stop stores all usage. */
async function storedUsageOf(server: TestServer) {
  await server.restart()
  const usage = await queryDatabase(
    server,
    "select outcome, sum(count) as count from usage_hours group by outcome order by outcome",
  )
  expect(usage).not.toEqual([])
  return usage
}
