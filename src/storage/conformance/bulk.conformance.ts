import { expect, test } from "bun:test"
import type { Store } from "../store.ts"
import { addApi, change, newKey, newRatelimit, time } from "./fixtures.ts"

const seconds = 1_000

export function bulkConformance(open: () => Store): void {
  test("stores ten thousand keys, each with an event, in one transaction of a few seconds", async () => {
    const api = await addApi(open())
    const keys = Array.from({ length: 10_000 }, () =>
      newKey(api, { credits: { remaining: 5, refill: null, refillAt: null }, ratelimits: [newRatelimit()] }),
    )
    const startedAt = performance.now()
    await change(open(), api.workspaceId, async (tx) => {
      await tx.keys.insert(keys)
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
    const last = keys.at(-1)
    expect(await open().credits.spend({ keyId: last?.id ?? "", cost: 5, now: time })).toEqual({
      type: "spent",
      remaining: 0,
    })
  }, 60_000)
}
