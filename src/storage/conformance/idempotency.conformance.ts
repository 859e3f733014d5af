import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { claimed, completeIn, idempotentCalls, kept, minute, newIdempotencyKey, running } from "./idempotent-calls.ts"
import { newApi, time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

export function idempotencyConformance(store: Store): void {
  const { claimAs, newClaim, release, complete } = idempotentCalls(store)

  describe("an idempotency key", () => {
    test("is claimed by exactly one of many parallel calls", async () => {
      for (let round = 0; round < 5; round += 1) {
        const key = newIdempotencyKey()
        const states = await Promise.all(Array.from({ length: 20 }, (_, index) => claimAs(key, `claim ${index}`)))
        expect(states.filter(({ type }) => type === "claimed")).toHaveLength(1)
        expect(states.filter(({ type }) => type === "running")).toHaveLength(19)
      }
    })

    test("is running for other calls, with the body of the first", async () => {
      const key = newIdempotencyKey()
      expect(await claimAs(key, "one", time, "first")).toEqual(claimed)
      expect(await claimAs(key, "two", time, "second")).toEqual({ type: "running", bodyHash: "first" })
    })

    test("is separate in every scope and operation", async () => {
      const key = newIdempotencyKey()
      const others = [key, { ...key, scope: "ws_2" }, { ...key, operation: "apis.createApi" }, newIdempotencyKey()]
      for (const one of others) expect(await claimAs(one, "claim")).toEqual(claimed)
    })

    test("is free again once the holder of its claim releases it", async () => {
      const key = await newClaim()
      await release(key, "two")
      expect(await claimAs(key, "two")).toEqual(running)
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual(claimed)
    })

    test("is free again once released together with keys that are not claimed", async () => {
      const keys = [newIdempotencyKey(), newIdempotencyKey(), newIdempotencyKey()]
      for (const key of keys.slice(1)) await claimAs(key, "one")
      await store.idempotency.release(keys.map((key) => ({ key, claim: "one" })))
      for (const key of keys) expect(await claimAs(key, "two")).toEqual(claimed)
      await store.idempotency.release([])
      for (const key of keys) expect(await claimAs(key, "three")).toEqual(running)
    })

    test("stores the response for every later call", async () => {
      const key = await newClaim()
      await complete(key, "one")
      expect(await claimAs(key, "two")).toEqual(kept)
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual(kept)
    })

    test("has its response from the commit on", async () => {
      const key = await newClaim()
      const { promise: written, resolve: haveWritten } = Promise.withResolvers<void>()
      const { promise: end, resolve: endTransaction } = Promise.withResolvers<void>()
      const committing = change(store, undefined, async (tx) => {
        await completeIn(tx, key, "one")
        haveWritten()
        await end
      })
      await written
      // An adapter with one writer may answer only after the commit; then it must return the response.
      const during = claimAs(key, "two")
      const early = await Promise.race([during.then(({ type }) => type), Bun.sleep(2_000).then(() => "waiting")])
      expect(["running", "waiting"]).toContain(early)
      endTransaction()
      await committing
      expect((await during).type).toBe(early === "waiting" ? "kept" : "running")
      expect((await claimAs(key, "three")).type).toBe("kept")
    })

    test("stores nothing if the transaction fails", async () => {
      const { id } = await addWorkspace(store)
      const key = await newClaim()
      const failing = change(store, id, async (tx) => {
        await tx.apis.insert(newApi(id))
        await completeIn(tx, key, "one")
        throw new Error("no")
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      expect(await claimAs(key, "two")).toEqual(running)
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual(claimed)
    })

    test("can be claimed again from the millisecond in which the claim or the response expires", async () => {
      const key = await newClaim()
      expect((await claimAs(key, "two", time + minute - 1)).type).toBe("running")
      const states = await Promise.all(["two", "three", "four"].map((claim) => claimAs(key, claim, time + minute)))
      expect(states.filter(({ type }) => type === "claimed")).toHaveLength(1)
      const other = await newClaim()
      await complete(other, "one", time + 10 * minute)
      expect((await claimAs(other, "two", time + 10 * minute - 1)).type).toBe("kept")
      expect((await claimAs(other, "two", time + 10 * minute)).type).toBe("claimed")
    })

    test("refuses the completion of a lost claim, and its whole transaction", async () => {
      const { id } = await addWorkspace(store)
      const key = await newClaim()
      await claimAs(key, "two", time + minute)
      const late = change(store, id, async (tx) => {
        await tx.apis.insert(newApi(id))
        await completeIn(tx, key, "one")
      })
      expect(await rejection(late)).toBeInstanceOf(StorageUnavailable)
      expect(await store.apis.list(id, everything)).toEqual([])
      await complete(key, "two")
      expect(await claimAs(key, "three", time + minute)).toEqual(kept)
      expect(await rejection(complete(key, "two"))).toBeInstanceOf(StorageUnavailable)
    })

    test("is deleted once it has expired, and not before", async () => {
      const [expired, live] = [await newClaim(time - minute), await newClaim()]
      await store.idempotency.deleteExpired(time)
      expect(await claimAs(expired, "two", time - minute)).toEqual(claimed)
      expect(await claimAs(live, "two", time)).toEqual(running)
      await release(expired, "two")
    })

    test("is free again once all claims are released, unless it has a response", async () => {
      const [unfinished, finished] = [await newClaim(), await newClaim()]
      await complete(finished, "one")
      await store.idempotency.releaseAll()
      expect(await claimAs(unfinished, "two")).toEqual(claimed)
      expect(await claimAs(finished, "two")).toEqual(kept)
      expect(await rejection(complete(unfinished, "one"))).toBeInstanceOf(StorageUnavailable)
    })

    test("is deleted in batches", async () => {
      const keys = Array.from({ length: 150 }, newIdempotencyKey)
      for (const key of keys) await claimAs(key, "one", 0)
      const now = 2 * minute
      expect(await store.idempotency.deleteExpired(now)).toBe(true)
      while (await store.idempotency.deleteExpired(now));
      for (const key of keys) expect(await claimAs(key, "two", 0)).toEqual(claimed)
      while (await store.idempotency.deleteExpired(now));
    })

    test("that is released while others claim it is claimed by one after the other", async () => {
      const key = newIdempotencyKey()
      const turns = Array.from({ length: 30 }, async (_, index) => {
        for (;;) {
          const claim = `${index}`
          if ((await claimAs(key, claim)).type !== "claimed") continue
          await release(key, claim)
          return
        }
      })
      await Promise.all(turns)
      expect(await claimAs(key, "last")).toEqual(claimed)
    })
  })
}
