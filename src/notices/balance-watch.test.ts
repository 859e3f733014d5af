import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startClockedNodes } from "../../test/harness/clocked-nodes.ts"
import { createApi, createKey } from "../../test/harness/fixtures.ts"
import { engines, type TestServer } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"

const dayMs = 86_400_000

interface NoticeEvent {
  readonly type: string
  readonly actor: object
  readonly resources: readonly { readonly type: string; readonly id: string }[]
  readonly changes: { readonly before: unknown; readonly after: Readonly<Record<string, unknown>> }
}

/** The notices about an object, oldest first. */
async function noticesOf(keyward: TestServer, resourceId: string): Promise<readonly NoticeEvent[]> {
  const events: readonly NoticeEvent[] = await keyward.ok("events.listEvents", { resourceId, types: ["notices"] })
  return events.toReversed()
}

const typesOf = async (keyward: TestServer, id: string) => (await noticesOf(keyward, id)).map(({ type }) => type)

/** Waits for these notices, then for another turn of the watch, which must add none. */
async function expectNotices(keyward: TestServer, id: string, types: readonly string[], sign: () => Promise<void>) {
  await until(async () => (await typesOf(keyward, id)).length >= types.length)
  await sign()
  expect(await typesOf(keyward, id)).toEqual([...types])
}

function actions(keyward: TestServer) {
  let customers = 0
  const prefix = crypto.randomUUID()
  const newCustomer = async (apiId: string, body: object) => {
    customers += 1
    const externalId = `${prefix}_${customers}`
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ...body })
    const { key } = await createKey(keyward, { apiId, externalId })
    return { identityId, externalId, key }
  }
  return { newCustomer }
}

const verify = (keyward: TestServer, key: string, cost = 1) => keyward.ok("keys.verifyKey", { key, credits: { cost } })

describe.each([...engines])("notices of balances on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, watchesNotices: true })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })
  const newCustomer = (body: object) => actions(keyward).newCustomer(apiId, body)
  /** A key that is used up now: once its notice is there, the watch has passed all candidates before it. */
  const sign = async () => {
    const { keyId, key } = await createKey(keyward, { apiId, credits: { remaining: 1 } })
    await verify(keyward, key)
    await until(async () => (await typesOf(keyward, keyId)).length > 0)
  }

  test("a key is low at its threshold, used up at 0, and each is told once", async () => {
    const { keyId, key } = await createKey(keyward, { apiId, name: "billing", credits: { remaining: 10, lowAt: 5 } })
    await verify(keyward, key, 4)
    await sign()
    expect(await noticesOf(keyward, keyId)).toEqual([])
    await verify(keyward, key)
    await expectNotices(keyward, keyId, ["credits.low"], sign)
    await verify(keyward, key)
    await expectNotices(keyward, keyId, ["credits.low"], sign)
    await verify(keyward, key, 4)
    await expectNotices(keyward, keyId, ["credits.low", "credits.exhausted"], sign)
    const [low] = await noticesOf(keyward, keyId)
    expect(low).toMatchObject({
      actor: { type: "system", id: "notice" },
      resources: [{ type: "key", id: keyId }, { type: "api", id: apiId }, { type: "balance" }],
      changes: { before: null, after: { name: "billing", remaining: 5, lowAt: 5 } },
    })
  })

  test("a call that is refused tells that credits do not suffice, without spending", async () => {
    const { keyId, key } = await createKey(keyward, { apiId, credits: { remaining: 3 } })
    for (const _again of [1, 2]) expect(await verify(keyward, key, 4)).toMatchObject({ code: "USAGE_EXCEEDED" })
    await expectNotices(keyward, keyId, ["credits.exhausted"], sign)
    const [notice] = await noticesOf(keyward, keyId)
    expect(notice?.changes.after).toEqual({ remaining: 3, refused: true })
  })

  test("an increment, a set and a refill tell again", async () => {
    const { keyId, key } = await createKey(keyward, {
      apiId,
      credits: { remaining: 1, refill: { interval: "daily", amount: 1 } },
    })
    const told = ["credits.exhausted"]
    await verify(keyward, key)
    await expectNotices(keyward, keyId, told, sign)
    await keyward.ok("keys.updateCredits", { keyId, operation: "increment", value: 1 })
    await verify(keyward, key)
    await expectNotices(keyward, keyId, [...told, ...told], sign)
    await keyward.ok("keys.updateKey", { keyId, credits: { remaining: 1 } })
    await verify(keyward, key)
    await expectNotices(keyward, keyId, [...told, ...told, ...told], sign)
    clock.now += dayMs
    await verify(keyward, key)
    await expectNotices(keyward, keyId, [...told, ...told, ...told, ...told], sign)
  })

  test("credits that a call takes away tell too", async () => {
    const { keyId } = await createKey(keyward, { apiId, credits: { remaining: 10, lowAt: 5 } })
    await keyward.ok("keys.updateCredits", { keyId, operation: "decrement", value: 10 })
    await expectNotices(keyward, keyId, ["credits.low", "credits.exhausted"], sign)
  })

  test("credits that begin with 0 are no news, also when a call is refused for them, until they were filled", async () => {
    const empty = { credits: { remaining: 0, lowAt: 5 } }
    const created = await createKey(keyward, { apiId, ...empty })
    const customer = await newCustomer(empty)
    const later = await createKey(keyward, { apiId })
    await keyward.ok("keys.updateCredits", { keyId: later.keyId, operation: "set", value: 0 })
    const ids = [created.keyId, customer.identityId, later.keyId]
    for (const { key } of [created, customer, later]) {
      expect(await verify(keyward, key)).toMatchObject({ code: "USAGE_EXCEEDED" })
    }
    await sign()
    for (const id of ids) expect(await typesOf(keyward, id)).toEqual([])
    await keyward.ok("keys.updateCredits", { keyId: created.keyId, operation: "increment", value: 6 })
    await verify(keyward, created.key, 6)
    await expectNotices(keyward, created.keyId, ["credits.low", "credits.exhausted"], sign)
  })

  test("credits are no news while a quota still pays", async () => {
    const quota = { limit: 10, interval: "daily" }
    const { identityId, key } = await newCustomer({ quota, credits: { remaining: 100 } })
    const takeAway = (value: number) =>
      keyward.ok("identities.updateCredits", { identity: identityId, operation: "decrement", value })
    await takeAway(95)
    await verify(keyward, key)
    await takeAway(5)
    await verify(keyward, key)
    await sign()
    expect(await typesOf(keyward, identityId)).toEqual([])
    await verify(keyward, key, 8)
    const types = ["credits.exhausted", "credits.low", "identity.quota_near", "identity.quota_reached"]
    await until(async () => (await typesOf(keyward, identityId)).length >= types.length)
    await sign()
    expect((await typesOf(keyward, identityId)).toSorted()).toEqual(types)
  })

  test("a customer is low at a tenth, and used up", async () => {
    const { identityId, externalId, key } = await newCustomer({ credits: { remaining: 100 } })
    await verify(keyward, key, 90)
    await expectNotices(keyward, identityId, ["credits.low"], sign)
    await verify(keyward, key, 10)
    await expectNotices(keyward, identityId, ["credits.low", "credits.exhausted"], sign)
    const [low] = await noticesOf(keyward, identityId)
    expect(low).toMatchObject({
      resources: [{ type: "identity", id: identityId }, { type: "balance" }],
      changes: { after: { externalId, remaining: 10, lowAt: 10 } },
    })
    await keyward.ok("identities.updateCredits", { identity: identityId, operation: "increment", value: 10 })
    await verify(keyward, key, 10)
    const twice = ["credits.low", "credits.exhausted", "credits.low", "credits.exhausted"]
    await expectNotices(keyward, identityId, twice, sign)
  })

  test("a reservation that is charged above its hold tells", async () => {
    const { identityId, key } = await newCustomer({ credits: { remaining: 100 } })
    const reserving = { key, credits: { cost: 10, reserve: true } }
    const { reservationId } = await keyward.ok("keys.verifyKey", reserving)
    await keyward.ok("credits.commit", { reservationId, amount: 95 })
    await expectNotices(keyward, identityId, ["credits.low"], sign)
  })

  test("a quota is near at 80 % and reached at 100 %, once per period and limit, also with overage", async () => {
    const quota = { limit: 10, interval: "daily", overage: null }
    const { identityId, externalId, key } = await newCustomer({ quota })
    const told = ["identity.quota_near", "identity.quota_reached"]
    await verify(keyward, key, 7)
    await sign()
    expect(await typesOf(keyward, identityId)).toEqual([])
    await verify(keyward, key)
    await expectNotices(keyward, identityId, told.slice(0, 1), sign)
    await verify(keyward, key, 5)
    await expectNotices(keyward, identityId, told, sign)
    const [near] = await noticesOf(keyward, identityId)
    expect(near?.changes.after).toMatchObject({ externalId, limit: 10, interval: "daily", used: 8 })
    await verify(keyward, key, 5)
    await expectNotices(keyward, identityId, told, sign)
    await keyward.ok("identities.updateIdentity", { identity: identityId, quota: { ...quota, limit: 12 } })
    await expectNotices(keyward, identityId, [...told, "identity.quota_near"], sign)
    await keyward.ok("identities.updateIdentity", { identity: identityId, quota })
    await expectNotices(keyward, identityId, [...told, "identity.quota_near"], sign)
    clock.now += dayMs
    await verify(keyward, key, 10)
    await expectNotices(keyward, identityId, [...told, "identity.quota_near", ...told], sign)
  })
})

describe("notices of balances on two nodes", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  let nodes: Awaited<ReturnType<typeof startClockedNodes>>
  beforeAll(async () => {
    nodes = await startClockedNodes({ engine: "postgres", count: 2, clock, watchesNotices: true })
  })
  afterAll(() => nodes.stop())

  test("each is recorded once", async () => {
    const [first, second] = nodes.all
    if (first === undefined || second === undefined) throw new Error("There are two nodes.")
    const apiId = await createApi(first)
    const verifyAt = (node: TestServer, key: string) => node.ok("keys.verifyKey", { key }, { key: first.rootKey })
    const sign = async () => {
      for (const node of [first, second]) {
        const { keyId, key } = await createKey(first, { apiId, credits: { remaining: 1 } })
        await verifyAt(node, key)
        await until(async () => (await typesOf(first, keyId)).length > 0)
      }
    }
    const quota = { limit: 20, interval: "monthly" }
    const { identityId, key } = await actions(first).newCustomer(apiId, { quota, credits: { remaining: 20 } })
    await Promise.all(Array.from({ length: 40 }, (_, turn) => verifyAt(turn % 2 === 0 ? first : second, key)))
    const types = ["credits.exhausted", "credits.low", "identity.quota_near", "identity.quota_reached"]
    await until(async () => (await typesOf(first, identityId)).length >= types.length)
    await sign()
    expect((await typesOf(first, identityId)).toSorted()).toEqual(types)
  })
})
