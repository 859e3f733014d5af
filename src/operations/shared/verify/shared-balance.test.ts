import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, type TestKey } from "../../../../test/harness/fixtures.ts"
import { engines, type WireEvent } from "../../../../test/harness/harness.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { queryDatabase } from "../../../../test/storage/database.ts"

const day = 86_400_000

describe.each([...engines])("a balance that keys share on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const refill = { interval: "daily", amount: 50 }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const reroll = ({ keyId }: { readonly keyId: string }, expiration = day): Promise<TestKey> =>
    keyward.ok("keys.rerollKey", { keyId, expiration })
  const creditsOf = async ({ keyId }: { readonly keyId: string }) =>
    (await keyward.ok("keys.getKey", { keyId })).credits
  const update = ({ keyId }: { readonly keyId: string }, change: object) =>
    keyward.ok("keys.updateKey", { keyId, ...change })
  const adjust = ({ keyId }: { readonly keyId: string }, operation: string, value: number | null) =>
    keyward.ok("keys.updateCredits", { keyId, operation, value })
  const verify = ({ key }: { readonly key: string }, cost = 1) =>
    keyward.ok("keys.verifyKey", { key, credits: { cost } })
  const balancesIn = ({ resources }: WireEvent) =>
    resources.filter(({ type }) => type === "balance").map(({ id }) => id)
  const balanceOf = async ({ keyId }: { readonly keyId: string }): Promise<string | undefined> => {
    const [created] = await keyward.events({ resourceId: keyId, type: "key.created" })
    return created && balancesIn(created)[0]
  }

  /** A key and its successor. */
  const createLine = async (credits: object | undefined): Promise<readonly [TestKey, TestKey]> => {
    const old = await createKey(keyward, { apiId, ...(credits && { credits }) })
    return [old, await reroll(old)]
  }

  test("is spent by all of them together: a reroll adds no credit", async () => {
    const [old, made] = await createLine({ remaining: 10 })
    const newest = await reroll(made)
    const calls = Array.from({ length: 12 }, (_, index) => verify([old, made, newest][index % 3] ?? old))
    const codes = (await Promise.all(calls)).map(({ code }) => code)
    expect(codes.filter((code) => code === "VALID")).toHaveLength(10)
    expect(codes.filter((code) => code === "USAGE_EXCEEDED")).toHaveLength(2)
    for (const key of [old, made, newest]) expect(await creditsOf(key)).toEqual({ remaining: 0 })
  })

  test("is set, raised, lowered, made unlimited and limited again for all of them, through any of them", async () => {
    const [old, made] = await createLine({ remaining: 10, refill })
    // This puts both keys into the verification cache.
    for (const key of [old, made]) await verify(key, 0)
    await adjust(made, "increment", 5)
    expect(await verify(old)).toMatchObject({ code: "VALID", credits: 14 })
    await adjust(old, "decrement", 10)
    expect(await verify(made)).toMatchObject({ code: "VALID", credits: 3 })
    await update(old, { credits: { refill: null } })
    expect(await creditsOf(made)).toEqual({ remaining: 3 })
    for (const [one, other] of [
      [old, made],
      [made, old],
    ] as const) {
      await update(one, { credits: null })
      for (const key of [old, made]) expect(await verify(key, 1_000)).not.toHaveProperty("credits")
      expect(await creditsOf(other)).toBeUndefined()
      await adjust(other, "set", 2)
      expect(await verify(one, 2)).toMatchObject({ code: "VALID", credits: 0 })
      expect(await verify(other)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
    }
  })

  test("is refilled once for all of them", async () => {
    const [old, made] = await createLine({ remaining: 10, refill })
    const midnight = (Math.floor(clock.now / day) + 1) * day
    clock.now = midnight - 1
    await verify(old, 10)
    clock.now = midnight
    const events = await eventsDuring(keyward, async () => {
      const codes = (await Promise.all([verify(old, 50), verify(made, 50)])).map(({ code }) => code)
      expect(codes.toSorted()).toEqual(["USAGE_EXCEEDED", "VALID"])
      for (const key of [old, made]) expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
    })
    expect(events.map(({ type }) => type)).toEqual(["key.refilled"])
    expect(events[0]?.resources.map(({ id }) => id)).toEqual(
      expect.arrayContaining([old.keyId, made.keyId, (await balanceOf(made)) ?? ""]),
    )
  })

  test("stays with a key that has expired, so that the key is not unlimited when it is revived", async () => {
    const [old, made] = await createLine({ remaining: 3 })
    clock.now += day
    expect(await verify(old)).toMatchObject({ code: "EXPIRED", credits: 3 })
    await verify(made, 2)
    await update(old, { expires: null })
    expect(await verify(old)).toMatchObject({ code: "VALID", credits: 0 })
    for (const key of [old, made]) expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
    const after = await reroll(old, 0)
    expect(await verify(after)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
  })

  test("stays with a key through an unlimited time, for it and for a successor from that time", async () => {
    const [old, made] = await createLine({ remaining: 3 })
    await update(made, { credits: null })
    const newest = await reroll(made)
    await adjust(newest, "set", 1)
    expect(await verify(old)).toMatchObject({ code: "VALID", credits: 0 })
    for (const key of [made, newest]) expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
  })

  test("is none before credits are set for the first time: unlimited keys stay apart after a reroll", async () => {
    const [old, made] = await createLine(undefined)
    expect([await balanceOf(old), await balanceOf(made)]).toEqual([undefined, undefined])
    await adjust(made, "set", 1)
    expect(await verify(made)).toMatchObject({ code: "VALID", credits: 0 })
    expect(await verify(old, 1_000)).not.toHaveProperty("credits")
    await adjust(old, "set", 5)
    expect([await creditsOf(old), await creditsOf(made)]).toEqual([{ remaining: 5 }, { remaining: 0 }])
  })

  test("outlives the deletion of one of them, and goes with the last", async () => {
    const [old, made] = await createLine({ remaining: 5 })
    const newest = await reroll(made)
    const balanceId = await balanceOf(old)
    const stored = () => queryDatabase(keyward, `select id from balances where id = '${balanceId}'`)
    await keyward.ok("keys.deleteKey", { keyId: old.keyId, permanent: true })
    expect(await verify(made)).toMatchObject({ code: "VALID", credits: 4 })
    await keyward.ok("keys.deleteKey", { keyId: made.keyId, permanent: true })
    expect(await verify(newest)).toMatchObject({ code: "VALID", credits: 3 })
    expect(await stored()).toHaveLength(1)
    await keyward.ok("keys.deleteKey", { keyId: newest.keyId, permanent: true })
    expect(await stored()).toEqual([])
  })

  test("is not given back by a key that is deleted", async () => {
    const [old, made] = await createLine({ remaining: 2 })
    await verify(old, 2)
    await keyward.ok("keys.deleteKey", { keyId: old.keyId })
    expect(await verify(made)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
  })

  test("is named by every event that changes it, with all keys that share it, and other events name one key", async () => {
    const [old, made] = await createLine({ remaining: 5 })
    const gone = await reroll(made)
    await keyward.ok("keys.deleteKey", { keyId: gone.keyId })
    const balanceId = (await balanceOf(old)) ?? ""
    expect(await balanceOf(made)).toBe(balanceId)
    const events = await eventsDuring(keyward, async () => {
      await adjust(old, "increment", 5)
      await update(made, { credits: { remaining: 1 } })
      await update(made, { name: "Renamed" })
    })
    expect(events.map(({ resources }) => resources)).toEqual([
      [
        { type: "key", id: old.keyId },
        { type: "api", id: apiId },
        { type: "balance", id: balanceId },
        { type: "key", id: made.keyId },
      ],
      [
        { type: "key", id: made.keyId },
        { type: "api", id: apiId },
        { type: "balance", id: balanceId },
        { type: "key", id: old.keyId },
      ],
      [
        { type: "key", id: made.keyId },
        { type: "api", id: apiId },
        { type: "balance", id: balanceId },
      ],
    ])
    const ofBalance = await keyward.events({ resourceId: balanceId })
    expect(ofBalance.map(({ type }) => type)).toEqual([
      ...["key.updated", "key.updated", "key.updated", "key.deleted", "key.rerolled", "key.created", "key.rerolled"],
      ...["key.created", "key.created"],
    ])
  })

  test("is named with the newest 100 of very many keys, and changes for the others too", async () => {
    const first = await createKey(keyward, { apiId, credits: { remaining: 7 } })
    const line = [first]
    for (let round = 0; round < 110; round++) line.push(await reroll(line.at(-1) ?? first, 0))
    const newest = line.at(-1) ?? first
    await verify(newest, 0)
    await update(first, { expires: null })
    await verify(first, 0)
    const [event] = await eventsDuring(keyward, () => adjust(newest, "set", null))
    const named = event?.resources.filter(({ type }) => type === "key").map(({ id }) => id)
    expect(named?.toSorted()).toEqual(line.slice(-100).map(({ keyId }) => keyId))
    expect(await verify(first, 1_000)).not.toHaveProperty("credits")
    await adjust(newest, "set", 0)
    expect(await verify(first)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
  })
})
