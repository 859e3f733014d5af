import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

/** docs/contract.md#264-reservations */

const at = (text: string) => Date.parse(`${text}Z`)
const minute = 60_000

describe.each(engines)("credits.commit on %s", (engine) => {
  const clock = { now: at("2026-03-15T12:00:00") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "models" })).apiId
  })

  let customers = 0
  const customer = async (attributes: object, key: object = {}) => {
    customers += 1
    const externalId = `customer_${customers}`
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ...attributes })
    return { externalId, identityId, ...(await createKey(keyward, { apiId, externalId, ...key })) }
  }
  const reserve = (key: string, cost: number, more: object = {}) =>
    keyward.ok("keys.verifyKey", { key, credits: { cost, reserve: true, ...more } })
  const commit = (reservationId: string, amount: number) => keyward.ok("credits.commit", { reservationId, amount })
  const refused = (body: object, expected: string) => expectRefused(keyward, ["credits.commit", body], expected)
  const creditsOf = async (identity: string) => (await keyward.ok("identities.getIdentity", { identity })).credits
  const creditsOfKey = async (keyId: string) => (await keyward.ok("keys.getKey", { keyId })).credits

  test("charges what it turned out to cost, gives back the rest, and repeats its answer", async () => {
    const { key, keyId, externalId } = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 60 } })
    const held = await reserve(key, 50)
    expect(held).toMatchObject({ code: "VALID", credits: 10, balances: { key: 10, credits: 50 } })
    expect(held.reservationId).toMatch(/^rsv_/)
    expect(held.reservationExpires).toBe(clock.now + 10 * minute)
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 50, reserved: 50 })
    expect(await creditsOfKey(keyId)).toEqual({ remaining: 10, reserved: 50 })
    expect(await keyward.ok("keys.verifyKey", { key, credits: { cost: 11 } })).toMatchObject({ exhausted: "key" })
    const answer = { amount: 20, uncovered: 0, balances: { key: 40, credits: 80 } }
    const events = await eventsDuring(keyward, async () => {
      expect(await commit(held.reservationId, 20)).toEqual(answer)
      await keyward.ok("keys.verifyKey", { key })
      expect(await commit(held.reservationId, 20)).toEqual(answer)
    })
    expect(events).toEqual([])
    const again = { reservationId: held.reservationId, amount: 21 }
    const detail = await refused(again, "409 data/reservation_already_committed")
    expect(detail).toContain("the amount 20")
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 79, reserved: 0 })
    expect(await creditsOfKey(keyId)).toEqual({ remaining: 39 })
  })

  test("takes more than was reserved as far as every balance has it", async () => {
    const { key, externalId } = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 30 } })
    const { reservationId } = await reserve(key, 10)
    expect(await commit(reservationId, 200)).toEqual({
      amount: 30,
      uncovered: 170,
      balances: { key: 0, credits: 70 },
    })
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 70, reserved: 0 })
  })

  test("is possible only for what is metered and costs something", async () => {
    const free = await customer({})
    const paid = await customer({ credits: { remaining: 5 } })
    for (const verdict of [await reserve(free.key, 5), await reserve(paid.key, 0), await reserve(paid.key, 6)]) {
      expect(verdict).not.toHaveProperty("reservationId")
      expect(verdict).not.toHaveProperty("reservationExpires")
    }
    expect(await creditsOf(paid.externalId)).toMatchObject({ remaining: 5, reserved: 0 })
    const requests = [
      [{ cost: 1, expiresIn: 5_000 }, "expiresIn"],
      [{ cost: 1, reserve: false, expiresIn: 5_000 }, "expiresIn"],
      [{ cost: 1, reserve: true, expiresIn: 999 }, "expiresIn"],
      [{ cost: 1, reserve: true, expiresIn: 86_400_001 }, "expiresIn"],
      [{ reserve: true }, "cost"],
    ] as const
    const violations = requests.map(
      ([credits, field]) => [{ key: paid.key, credits }, `body.credits.${field}`] as const,
    )
    await expectViolations(keyward, "keys.verifyKey", violations)
    await refused({ reservationId: "rsv_1CAiZx1YPnJZtcPxTdBGPS", amount: 1 }, "404 data/reservation_not_found")
    const { reservationId } = await reserve(paid.key, 1)
    await expectViolations(keyward, "credits.commit", [[{ reservationId, amount: -1 }, "body.amount"]])
    const stranger = await keyward.createRootKey(["api.api_1CAiZx1YPnJZtcPxTdBGPS.verify_key"])
    const hidden = await keyward.call("credits.commit", { reservationId, amount: 1 }, { key: stranger })
    expect(hidden.status).toBe(404)
    const other = await keyward.createWorkspace()
    const foreign = await keyward.call("credits.commit", { reservationId, amount: 1 }, { key: other.rootKey })
    expect(foreign.body.error).toEqual(hidden.body.error)
    expect(await commit(reservationId, 1)).toMatchObject({ amount: 1 })
  })

  test("gives back what has run out in the first response of any kind", async () => {
    const { key, keyId, externalId } = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 80 } })
    const reads: readonly (() => Promise<unknown>)[] = [
      () => creditsOf(externalId),
      async () => (await keyward.ok("identities.listIdentities", { search: externalId }))[0].credits,
      async () => sharedIn(await keyward.ok("keys.getKey", { keyId })),
      async () => sharedIn((await keyward.ok("keys.listKeys", { externalId }))[0]),
      async () => sharedIn(await keyward.ok("keys.whoami", { key })),
      async () => sharedIn(await keyward.ok("keys.verifyKey", { key, credits: { cost: 0 } })),
      async () => {
        const { remaining } = await keyward.ok("identities.updateCredits", {
          ...{ identity: externalId, operation: "increment", value: 1 },
        })
        await keyward.ok("identities.updateCredits", { identity: externalId, operation: "decrement", value: 1 })
        return { remaining: remaining - 1, reserved: 0 }
      },
      async () => (await keyward.ok("identities.updateIdentity", { identity: externalId, meta: { a: 1 } })).credits,
    ]
    for (const read of reads) {
      await reserve(key, 70, { expiresIn: 1_500 })
      clock.now += 1_499
      const { remaining } = await creditsOf(externalId)
      expect(remaining).toBe(30)
      clock.now = Math.ceil((clock.now + 1) / 1_000) * 1_000
      expect(await read()).toMatchObject({ remaining: 100, reserved: 0 })
      expect(await creditsOfKey(keyId)).toEqual({ remaining: 80 })
    }
    await reserve(key, 70, { expiresIn: 1_000 })
    clock.now += 1_000
    expect(
      await keyward.ok("keys.explainKey", { keyId, credits: { cost: 80 }, workspaceId: keyward.workspaceId }),
    ).toMatchObject({ code: "VALID" })
    await reserve(key, 70, { expiresIn: 1_000 })
    clock.now += 1_000
    expect(await keyward.ok("keys.verifyKey", { key, credits: { cost: 80 } })).toMatchObject({ code: "VALID" })
  })

  test("charges what is there for a day after it has run out", async () => {
    const { key, externalId } = await customer({ credits: { remaining: 100 } })
    const { reservationId } = await reserve(key, 60, { expiresIn: 1_000 })
    const { reservationId: forgotten } = await reserve(key, 1, { expiresIn: 1_000 })
    clock.now += 24 * 60 * minute - 1
    await keyward.ok("keys.verifyKey", { key, credits: { cost: 70 } })
    expect(await commit(reservationId, 60)).toEqual({ amount: 30, uncovered: 30, balances: { credits: 0 } })
    clock.now += 2_000
    for (const id of [reservationId, forgotten]) {
      await refused({ reservationId: id, amount: 60 }, "404 data/reservation_not_found")
    }
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 0, reserved: 0 })
  })

  test("gives nothing back to credits that were set or refilled since then, and events show what was reserved", async () => {
    const { key, keyId, externalId } = await customer(
      { credits: { remaining: 100 } },
      { credits: { remaining: 50, refill: { interval: "daily", amount: 40 } } },
    )
    const first = await reserve(key, 30)
    const events = await eventsDuring(keyward, () =>
      keyward.ok("identities.updateCredits", { identity: externalId, operation: "set", value: 10 }),
    )
    const changes = {
      before: { credits: { remaining: 70, reserved: 30 } },
      after: { credits: { remaining: 10, reserved: 0 } },
    }
    expect(events).toMatchObject([{ type: "identity.updated", changes }])
    expect(await commit(first.reservationId, 5)).toMatchObject({ amount: 5, balances: { key: 45, credits: 10 } })

    const second = await reserve(key, 8, { expiresIn: 86_400_000 })
    const increased = await eventsDuring(keyward, () =>
      keyward.ok("keys.updateCredits", { keyId, operation: "increment", value: 3 }),
    )
    expect(increased).toMatchObject([
      {
        changes: {
          before: { credits: { remaining: 37, reserved: 8 } },
          after: { credits: { remaining: 40, reserved: 8 } },
        },
      },
    ])
    clock.now += 24 * 60 * minute - 5_000
    const refilled = await eventsDuring(keyward, () => keyward.ok("keys.verifyKey", { key }))
    expect(refilled).toMatchObject([
      {
        type: "key.refilled",
        changes: { before: { credits: { remaining: 40, reserved: 8 } }, after: { credits: { remaining: 40 } } },
      },
    ])
    expect(await commit(second.reservationId, 0)).toMatchObject({ amount: 0, balances: { key: 39, credits: 9 } })
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 9, reserved: 0 })
  })

  test("corrects the period that it was reserved in", async () => {
    const quota = { limit: 100, interval: "daily" }
    const { key, externalId } = await customer({ quota })
    const quotaOf = async () => (await keyward.ok("identities.getIdentity", { identity: externalId })).quota
    const { reservationId } = await reserve(key, 40, { expiresIn: 86_400_000 })
    const { reservationId: set } = await reserve(key, 10, { expiresIn: 86_400_000 })
    clock.now += 12 * 60 * minute
    await keyward.ok("keys.verifyKey", { key })
    expect(await quotaOf()).toMatchObject({ used: 1, previous: { used: 50 } })
    expect(await commit(reservationId, 15)).toMatchObject({ amount: 15, balances: { quota: 99 } })
    expect(await quotaOf()).toMatchObject({ used: 1, previous: { used: 25 } })
    expect((await quotaOf()).previous).not.toHaveProperty("version")
    await keyward.ok("identities.updateIdentity", { identity: externalId, used: 0 })
    await commit(set, 0)
    expect(await quotaOf()).toMatchObject({ used: 0, previous: { used: 15 } })
    const third = await reserve(key, 20)
    await keyward.ok("identities.updateIdentity", { identity: externalId, used: 60 })
    await commit(third.reservationId, 5)
    expect(await quotaOf()).toMatchObject({ used: 60 })
  })

  test("gives overage back whether or not use was set since then", async () => {
    const { key, externalId } = await customer({ quota: { limit: 5, interval: "monthly", overage: null } })
    const quotaOf = async () => (await keyward.ok("identities.getIdentity", { identity: externalId })).quota
    const update = (body: object) => keyward.ok("identities.updateIdentity", { identity: externalId, ...body })
    await keyward.ok("keys.verifyKey", { key, credits: { cost: 3 } })
    const [first, second] = [await reserve(key, 7), await reserve(key, 6)]
    expect(await quotaOf()).toMatchObject({ used: 5, overageUsed: 11 })
    await update({ used: 1 })
    const third = await reserve(key, 5)
    expect(await quotaOf()).toMatchObject({ used: 5, overageUsed: 12 })
    expect(await commit(first.reservationId, 0)).toMatchObject({ amount: 0, balances: { overageUsed: 7 } })
    expect(await quotaOf()).toMatchObject({ used: 5, overageUsed: 7 })
    // Under a daily quota, both reservations return to the monthly count, which does not apply then.
    await update({ quota: { limit: 5, interval: "daily" } })
    await Promise.all([commit(second.reservationId, 2), commit(third.reservationId, 0)])
    await update({ quota: { limit: 5, interval: "monthly", overage: null } })
    expect(await quotaOf()).toMatchObject({ used: 1, overageUsed: 2 })
  })

  test("gives nothing back to use that was set to what it was", async () => {
    const { key, externalId } = await customer({ quota: { limit: 50, interval: "monthly" } })
    const { reservationId } = await reserve(key, 5)
    const set = () => keyward.ok("identities.updateIdentity", { identity: externalId, used: 5 })
    expect(await eventsDuring(keyward, set)).toEqual([])
    await commit(reservationId, 0)
    expect((await keyward.ok("identities.getIdentity", { identity: externalId })).quota).toMatchObject({ used: 5 })
  })

  test("is over in the events of deletions that come later", async () => {
    const { key, keyId, externalId } = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 80 } })
    await reserve(key, 60, { expiresIn: 1_000 })
    clock.now += 5_000
    const events = await eventsDuring(keyward, async () => {
      await keyward.ok("keys.deleteKey", { keyId })
      await keyward.ok("identities.deleteIdentity", { identity: externalId })
    })
    expect(events).toMatchObject([
      { type: "key.deleted", changes: { before: { credits: { remaining: 80 } } } },
      { type: "identity.deleted", changes: { before: { credits: { remaining: 100, reserved: 0 } } } },
    ])
  })

  test("works whatever became of key and identity", async () => {
    const moved = await customer({ credits: { remaining: 100 } })
    const { externalId: next } = await customer({ credits: { remaining: 100 } })
    const { reservationId } = await reserve(moved.key, 40)
    await keyward.ok("keys.updateKey", { keyId: moved.keyId, externalId: next })
    expect(await commit(reservationId, 10)).toMatchObject({ amount: 10, balances: { credits: 90 } })
    expect(await creditsOf(moved.externalId)).toMatchObject({ remaining: 90, reserved: 0 })
    expect(await creditsOf(next)).toMatchObject({ remaining: 100, reserved: 0 })

    const erased = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 50 } })
    const held = await reserve(erased.key, 40)
    await keyward.ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
    expect(await commit(held.reservationId, 60)).toEqual({ amount: 40, uncovered: 20, balances: { credits: 60 } })

    const gone = await customer({ credits: { remaining: 100 } }, { credits: { remaining: 100 } })
    const last = await reserve(gone.key, 40)
    await keyward.ok("identities.deleteIdentity", { identity: gone.externalId, keys: "keep" })
    expect(await commit(last.reservationId, 60)).toEqual({ amount: 40, uncovered: 20, balances: { key: 60 } })
  })

  test("counts in usage when it is made, under the key and identity of the verification, without tags", async () => {
    const { key, externalId, keyId } = await customer({ credits: { remaining: 100 } })
    const usage = (body: object) => keyward.ok("usage.getVerifications", { from: 0, interval: "total", ...body })
    const { reservationId } = await keyward.ok("keys.verifyKey", {
      ...{ key, credits: { cost: 50, reserve: true }, tags: ["model=large"] },
    })
    await until(async () => (await usage({ keyIds: [keyId] })).total === 1)
    expect((await usage({ keyIds: [keyId] })).credits ?? 0).toBe(0)
    await commit(reservationId, 30)
    await commit(reservationId, 30)
    await until(async () => (await usage({ keyIds: [keyId] })).credits === 30)
    expect(await usage({ keyIds: [keyId] })).toMatchObject({ total: 1, credits: 30 })
    expect(await usage({ identity: externalId })).toMatchObject({ total: 1, credits: 30 })
  })

  test("of 64 at once on one customer charges exactly what there is", async () => {
    const { key, externalId } = await customer({ credits: { remaining: 1_000 } })
    const amounts = await Promise.all(
      Array.from({ length: 64 }, async (_, index) => {
        const verdict = await reserve(key, 20)
        if (!verdict.valid) return 0
        const { amount } = await commit(verdict.reservationId, index % 2 === 0 ? 12 : 26)
        return amount
      }),
    )
    const spent = amounts.reduce((sum, amount) => sum + amount, 0)
    expect(await creditsOf(externalId)).toMatchObject({ remaining: 1_000 - spent, reserved: 0 })
    expect(spent).toBeGreaterThan(700)
  })
})

function sharedIn({ balances }: { readonly balances?: { readonly credits?: number } }) {
  return { remaining: balances?.credits, reserved: 0 }
}
