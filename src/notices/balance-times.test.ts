import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { dayMs } from "../core/durations.ts"
import { noBalance } from "../core/quota.ts"
import { noThreshold } from "../core/threshold.ts"
import { mintId, newIdentity, time } from "../storage/conformance/new-objects.ts"
import { addApi, insert } from "../storage/conformance/stored-objects.ts"
import type { Store } from "../storage/port/store.ts"
import { startBalanceWatch } from "./balance-watch.ts"
import { noticeScope } from "./record-notice.ts"
import { tellBalance } from "./tell-balance.ts"
import { nearName, reachedName } from "./told-names.ts"

describe.each([...engines])("the watch of balances on %s", (engine) => {
  const { store } = provideDatabase(engine)

  test("comes to an end when a reservation runs out between the look-up and its transaction", async () => {
    const api = await addApi(store)
    const expires = time + 1_000
    const threshold = { ...noThreshold, lowAt: 50, fills: 1 }
    const identity = newIdentity(api.workspaceId, { balance: { ...noBalance, remaining: 60, threshold } })
    await insert(store, api.workspaceId, { identities: [identity] })
    const hold = { id: mintId("rsv"), workspaceId: api.workspaceId, apiId: api.id, keyId: mintId("key"), expires }
    const customer = { identityId: identity.id, quota: null }
    const spend = { balanceId: null, customer, cost: 20, now: time, hold: { ...hold, identityId: identity.id } }
    expect(await store.credits.spend(spend)).toMatchObject({ type: "spent" })
    let transactions = 0
    let now = expires - 1
    const counting: Store["transaction"] = (scope, work) => {
      const counted: typeof work = (tx) => {
        transactions += 1
        now = expires
        if (transactions > 20) throw new Error("The watch does not come to an end.")
        return work(tx)
      }
      return store.transaction(scope, counted)
    }
    const problems: unknown[] = []
    const watch = startBalanceWatch({
      store: { transaction: counting, dueBalances: store.dueBalances },
      everyMs: 3_600_000,
      now: () => now,
      report: (problem) => problems.push(problem),
    })
    watch.changed([identity.id])
    await watch.close()
    expect(problems).toEqual([])
    expect(transactions).toBeGreaterThan(0)
  })

  test("remembers a period by the name that a charge looks up, also after the billing day has moved back", async () => {
    const api = await addApi(store)
    const quota = { limit: 10, interval: "monthly", overage: null } as const
    const count = { interval: "monthly", from: time, used: 10, overageUsed: 0, previous: null } as const
    const balance = { ...noBalance, count }
    const identity = newIdentity(api.workspaceId, { quota, billingDay: 15, balance })
    await insert(store, api.workspaceId, { identities: [identity] })
    const suspect = {
      type: "identity",
      workspaceId: api.workspaceId,
      id: identity.id,
      refusedAtFill: undefined,
    } as const
    const now = time + 9 * dayMs
    const names = await store.transaction(noticeScope(api.workspaceId, now), (tx) => tellBalance({ tx, now }, suspect))
    const period = { id: identity.id, limit: 10, from: Date.parse("2025-12-15T00:00:00Z") }
    expect(names).toEqual([nearName(period), reachedName(period)])
  })
})
