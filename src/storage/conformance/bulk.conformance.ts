import { expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import { balanceIdOf, limited, newKey, spent } from "./new-key.ts"
import { newRatelimit, time } from "./new-objects.ts"
import { addApi, change, insertIn } from "./stored-objects.ts"

export function bulkConformance(store: Store): void {
  // More than one statement takes, and few enough for the time that PostgreSQL gives a statement on a slow machine.
  const count = 2_500

  test("stores thousands of keys, each with an event, in one transaction", async () => {
    const api = await addApi(store)
    const newOne = () => newKey(api, { credits: limited(5), ratelimits: [newRatelimit()] })
    const keys = Array.from({ length: count }, newOne)
    const last = newOne()
    keys.splice(-1, 1, last)
    await change(store, api.workspaceId, async (tx) => {
      await insertIn(tx, api.workspaceId, { keys })
      for (const { id } of keys) {
        tx.record({
          type: "key.created",
          workspaceId: api.workspaceId,
          resources: [
            { type: "key", id },
            { type: "api", id: api.id },
          ],
          changes: { before: null, after: { enabled: true } },
        })
      }
    })
    expect(await store.keys.count(api.workspaceId)).toBe(count)
    expect((await store.events.findChainEnd(api.workspaceId))?.length).toBe(count)
    const spend = await store.credits.spend({ balanceId: balanceIdOf(last), cost: 5, now: time })
    expect(spend).toEqual(spent(0))
  })
}
