import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { noBalance } from "../core/quota.ts"
import type { Reservation } from "../core/reservation.ts"
import { balanceIdOf, limited, newKey } from "./conformance/new-key.ts"
import { mintId, newIdentity, time } from "./conformance/new-objects.ts"
import { addApi, insert } from "./conformance/stored-objects.ts"
import { reservationRow } from "./sql/schema/reservation-row.ts"
import { inChunks } from "./sql/schema/rows.ts"
import { insertRows } from "./sql/statements/row-statements.ts"

/** `npm run test:long` has 100,000. */
const count = Number(process.env.KEYWARD_TEST_RESERVATIONS ?? 3_000)
const atOnce = 1_000
/** Waits without any reservation, because those of a busy machine are long too. */
const waitsToCompare = count / 100

describe.each(engines)("many reservations that have run out, on %s", (name) => {
  const { store, engine } = provideDatabase(name)

  test("are all given back before the next answer, and other customers are charged in between", async () => {
    const api = await addApi(store)
    const holds = { reserved: count, returnsAt: time, version: 0 }
    const identity = newIdentity(api.workspaceId, { balance: { ...noBalance, remaining: 0, holds } })
    const keys = Array.from({ length: 100 }, () => newKey(api, { identity, credits: limited(1) }))
    const other = newKey(api, { credits: limited(1_000_000) })
    await insert(store, api.workspaceId, { identities: [identity], keys: [...keys, other] })
    const reservations = Array.from({ length: count }, (_, index): Reservation => {
      const key = keys[index % keys.length]
      return {
        id: mintId("rsv"),
        workspaceId: api.workspaceId,
        apiId: api.id,
        keyId: key?.id ?? "",
        identityId: identity.id,
        cost: 1,
        expires: time + (index % 7),
        key: null,
        customer: {
          identityId: identity.id,
          parts: { quota: 0, credits: 1, overage: 0 },
          version: 0,
          count: null,
        },
        isOpen: true,
        answer: null,
      }
    })
    for (const chunk of inChunks(reservations, atOnce)) {
      await engine.transaction((db) => insertRows(db, "reservations", chunk.map(reservationRow)))
    }

    const now = time + 1_000
    const spend = () =>
      store.credits.spend({ balanceId: null, customer: { identityId: identity.id, quota: null }, cost: 1, now })
    expect(await spend()).toEqual({ type: "returns_due" })
    const chargeOther = async () => {
      const sentAt = performance.now()
      const { type } = await store.credits.spend({ balanceId: balanceIdOf(other), cost: 1, now })
      expect(type).toBe("spent")
      return performance.now() - sentAt
    }
    const waitsBefore: number[] = []
    while (waitsBefore.length < waitsToCompare) waitsBefore.push(await chargeOther())
    let isOver = false
    const given = store.credits.giveBack({ identityIds: [identity.id] }, now).finally(() => {
      isOver = true
    })
    const waits: number[] = []
    while (!isOver) waits.push(await chargeOther())
    await given
    expect(await spend()).toMatchObject({ type: "spent", balances: { credits: count - 1 } })
    const { balance } = (await store.identities.find(api.workspaceId, identity.id)) ?? {}
    expect(balance).toMatchObject({ remaining: count - 1 })
    expect(balance?.holds).toBeUndefined()
    // If all were given back in one transaction, nobody else could be charged on SQLite until it ends.
    expect(waits.length).toBeGreaterThanOrEqual(Math.floor(count / atOnce))
    console.log(
      `${name}: ${count} given back; another customer waited ${summary(waits)}, and before ${summary(waitsBefore)}`,
    )

    const forgotten = now + 2 * 86_400_000
    let steps = 1
    while (await store.credits.deleteForgotten(forgotten)) steps += 1
    expect(steps).toBeGreaterThanOrEqual(Math.floor(count / atOnce))
    expect(await store.credits.findReservation(api.workspaceId, reservations[0]?.id ?? "", time)).toBeUndefined()
  }, 600_000)
})

/** For people: on an idle machine, the longest is to be below 50 ms. */
function summary(waits: readonly number[]): string {
  const ascending = waits.toSorted((one, other) => one - other)
  const [middle, last] = [0.5, 0.99].map((part) => ascending[Math.floor(part * ascending.length)]?.toFixed(1))
  return `${middle} ms (median), ${last} ms (p99), ${ascending.at(-1)?.toFixed(1)} ms (longest)`
}
