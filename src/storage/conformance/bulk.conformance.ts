import { expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import { addApi, balanceIdOf, change, insertKeys, limited, newKey, newRatelimit, time } from "./fixtures.ts"

const seconds = 1_000

export function bulkConformance(open: () => Store): void {
  test("stores ten thousand keys, each with an event, in one transaction of a few seconds", async () => {
    const api = await addApi(open())
    const newOne = () => newKey(api, { credits: limited(5), ratelimits: [newRatelimit()] })
    const keys = Array.from({ length: 10_000 }, newOne)
    const last = newOne()
    keys.splice(-1, 1, last)
    const startedAt = performance.now()
    await change(open(), api.workspaceId, async (tx) => {
      await insertKeys(tx, keys)
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
    expect(performance.now() - startedAt).toBeLessThan(15 * seconds)
    expect(await open().keys.count(api.workspaceId)).toBe(10_000)
    expect((await open().events.findChainEnd(api.workspaceId))?.length).toBe(10_000)
    const spend = await open().credits.spend({ balanceId: balanceIdOf(last), cost: 5, now: time })
    expect(spend).toEqual({ type: "spent", remaining: 0 })
  }, 60_000)
}
