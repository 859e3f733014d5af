import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/rejection.ts"
import type { IdempotencyKey, Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { newApi, newHash, time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

const minute = 60_000

export function idempotencyConformance(store: Store): void {
  const newIdempotencyKey = (): IdempotencyKey => ({
    scope: "ws_1",
    operation: "keys.createKey",
    keyHash: newHash(),
  })
  const claimAs = (key: IdempotencyKey, claim: string, now = time, bodyHash = "body") =>
    store.idempotency.claim(key, { bodyHash, claim, now, expiresAt: now + minute })
  const release = (key: IdempotencyKey, claim: string) => store.idempotency.release([{ key, claim }])
  const complete = (key: IdempotencyKey, claim: string, expiresAt = time + 10 * minute) =>
    change(store, undefined, (tx) =>
      tx.idempotency.complete(key, { claim, response: "sealed", required: ["api.*.create_key"], expiresAt }),
    )
  const kept = { type: "kept", bodyHash: "body", response: "sealed", required: ["api.*.create_key"] } as const

  describe("an idempotency key", () => {
    test("is claimed by exactly one of many parallel calls", async () => {
      for (let round = 0; round < 5; round += 1) {
        const key = newIdempotencyKey()
        const states = await Promise.all(Array.from({ length: 20 }, (_, index) => claimAs(key, `claim ${index}`)))
        expect(states.filter(({ type }) => type === "claimed")).toHaveLength(1)
        expect(states.filter(({ type }) => type === "running")).toHaveLength(19)
      }
    })

    test("runs for the others, with the body of the first", async () => {
      const key = newIdempotencyKey()
      expect(await claimAs(key, "one", time, "first")).toEqual({ type: "claimed" })
      expect(await claimAs(key, "two", time, "second")).toEqual({ type: "running", bodyHash: "first" })
    })

    test("is its own in every scope and operation", async () => {
      const key = newIdempotencyKey()
      const others = [key, { ...key, scope: "ws_2" }, { ...key, operation: "apis.createApi" }, newIdempotencyKey()]
      for (const one of others) expect(await claimAs(one, "claim")).toEqual({ type: "claimed" })
    })

    test("is free again once released, but only by who holds it", async () => {
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      await release(key, "two")
      expect(await claimAs(key, "two")).toEqual({ type: "running", bodyHash: "body" })
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual({ type: "claimed" })
    })

    test("is free again once released with others, of which some are not claimed any more", async () => {
      const keys = [newIdempotencyKey(), newIdempotencyKey(), newIdempotencyKey()]
      for (const key of keys.slice(1)) await claimAs(key, "one")
      await store.idempotency.release(keys.map((key) => ({ key, claim: "one" })))
      for (const key of keys) expect(await claimAs(key, "two")).toEqual({ type: "claimed" })
      await store.idempotency.release([])
      for (const key of keys) expect(await claimAs(key, "three")).toEqual({ type: "running", bodyHash: "body" })
    })

    test("keeps the response for everybody after it", async () => {
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      await complete(key, "one")
      expect(await claimAs(key, "two")).toEqual(kept)
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual(kept)
    })

    test("shows its completion with the commit, and not before", async () => {
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      const { promise: written, resolve: haveWritten } = Promise.withResolvers<void>()
      const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
      const committing = change(store, undefined, async (tx) => {
        await tx.idempotency.complete(key, { claim: "one", response: "sealed", required: [], expiresAt: time + minute })
        haveWritten()
        await end
      })
      await written
      // An adapter with one writer may answer only afterwards; then it has to show the response.
      const during = claimAs(key, "two")
      const early = await Promise.race([during.then(({ type }) => type), Bun.sleep(100).then(() => "waiting")])
      expect(["running", "waiting"]).toContain(early)
      letGo()
      await committing
      expect((await during).type).toBe(early === "waiting" ? "kept" : "running")
      expect((await claimAs(key, "three")).type).toBe("kept")
    })

    test("keeps nothing if the transaction fails", async () => {
      const { id } = await addWorkspace(store)
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      const failing = change(store, id, async (tx) => {
        await tx.apis.insert(newApi(id))
        await tx.idempotency.complete(key, { claim: "one", response: "sealed", required: [], expiresAt: time + minute })
        throw new Error("no")
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      expect(await claimAs(key, "two")).toEqual({ type: "running", bodyHash: "body" })
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual({ type: "claimed" })
    })

    test("can be claimed anew from the very instant the claim or the response runs out", async () => {
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      expect((await claimAs(key, "two", time + minute - 1)).type).toBe("running")
      const states = await Promise.all(["two", "three", "four"].map((claim) => claimAs(key, claim, time + minute)))
      expect(states.filter(({ type }) => type === "claimed")).toHaveLength(1)
      const other = newIdempotencyKey()
      await claimAs(other, "one")
      await complete(other, "one", time + 10 * minute)
      expect((await claimAs(other, "two", time + 10 * minute - 1)).type).toBe("kept")
      expect((await claimAs(other, "two", time + 10 * minute)).type).toBe("claimed")
    })

    test("refuses the completion of a claim that was lost, and all that came with it", async () => {
      const { id } = await addWorkspace(store)
      const key = newIdempotencyKey()
      await claimAs(key, "one")
      await claimAs(key, "two", time + minute)
      const late = change(store, id, async (tx) => {
        await tx.apis.insert(newApi(id))
        await tx.idempotency.complete(key, {
          claim: "one",
          response: "late",
          required: [],
          expiresAt: time + 2 * minute,
        })
      })
      expect(await rejection(late)).toBeInstanceOf(StorageUnavailable)
      expect(await store.apis.list(id, everything)).toEqual([])
      await complete(key, "two")
      expect(await claimAs(key, "three", time + minute)).toEqual(kept)
      expect(await rejection(complete(key, "two"))).toBeInstanceOf(StorageUnavailable)
    })

    test("is forgotten when what has expired is deleted, and nothing else is", async () => {
      const [expired, running] = [newIdempotencyKey(), newIdempotencyKey()]
      await claimAs(expired, "one", time - minute)
      await claimAs(running, "one", time)
      await store.idempotency.deleteExpired(time)
      expect(await claimAs(expired, "two", time - minute)).toEqual({ type: "claimed" })
      expect(await claimAs(running, "two", time)).toEqual({ type: "running", bodyHash: "body" })
      await release(expired, "two")
    })

    test("is free again once all claims are released, and keeps what it had to keep", async () => {
      const [running, finished] = [newIdempotencyKey(), newIdempotencyKey()]
      await claimAs(running, "one")
      await claimAs(finished, "one")
      await complete(finished, "one")
      await store.idempotency.releaseAll()
      expect(await claimAs(running, "two")).toEqual({ type: "claimed" })
      expect(await claimAs(finished, "two")).toEqual(kept)
      expect(await rejection(complete(running, "one"))).toBeInstanceOf(StorageUnavailable)
    })

    test("is forgotten step by step where much has expired", async () => {
      const keys = Array.from({ length: 150 }, newIdempotencyKey)
      for (const key of keys) await claimAs(key, "one", 0)
      const now = 2 * minute
      expect(await store.idempotency.deleteExpired(now)).toBe(true)
      while (await store.idempotency.deleteExpired(now));
      for (const key of keys) expect(await claimAs(key, "two", 0)).toEqual({ type: "claimed" })
      while (await store.idempotency.deleteExpired(now));
    })

    describe("with progress", () => {
      const day = 24 * 60 * minute
      const advance = (key: IdempotencyKey, claim: string, progress: string, expiresAt = time + minute) =>
        change(store, undefined, (tx) => tx.idempotency.advance(key, { claim, progress, expiresAt }))
      const left = async (progress = "half") => {
        const key = newIdempotencyKey()
        await claimAs(key, "one")
        await advance(key, "one", progress)
        await release(key, "one")
        return key
      }
      const running = { type: "running", bodyHash: "body" } as const

      test("is continued by one of those who ask with the same body, and refused to others", async () => {
        const key = await left()
        expect(await claimAs(key, "two", time, "other")).toEqual(running)
        const states = await Promise.all(Array.from({ length: 10 }, (_, index) => claimAs(key, `claim ${index}`)))
        expect(states.filter(({ type }) => type === "claimed")).toEqual([{ type: "claimed", progress: "half" }])
        expect(states.filter(({ type }) => type === "running")).toHaveLength(9)
      })

      test("is running as long as its claim lasts, which every step prolongs", async () => {
        const key = newIdempotencyKey()
        await claimAs(key, "one")
        await advance(key, "one", "half", time + 2 * minute)
        expect(await claimAs(key, "two", time + 2 * minute - 1)).toEqual(running)
        expect(await claimAs(key, "two", time + 2 * minute)).toEqual({ type: "claimed", progress: "half" })
        expect(await rejection(advance(key, "one", "more"))).toBeInstanceOf(StorageUnavailable)
        await advance(key, "two", "more", time + 3 * minute)
        await complete(key, "two", time + 10 * minute)
        expect(await claimAs(key, "three", time + 3 * minute)).toEqual(kept)
      })

      test("commits with its transaction or not at all", async () => {
        const { id } = await addWorkspace(store)
        const key = newIdempotencyKey()
        await claimAs(key, "one")
        const failing = change(store, id, async (tx) => {
          await tx.idempotency.advance(key, { claim: "one", progress: "half", expiresAt: time + minute })
          throw new Error("too late")
        })
        expect(await rejection(failing)).toBeInstanceOf(Error)
        await release(key, "one")
        expect(await claimAs(key, "two")).toEqual({ type: "claimed" })
      })

      test("survives the release of all claims, and is forgotten a day after its claim has expired", async () => {
        const key = newIdempotencyKey()
        await claimAs(key, "one")
        await advance(key, "one", "half")
        await store.idempotency.releaseAll()
        expect(await claimAs(key, "two")).toEqual({ type: "claimed", progress: "half" })
        await store.idempotency.deleteExpired(time + minute + day - 1)
        expect(await claimAs(key, "three", time + minute + day - 1)).toEqual({ type: "claimed", progress: "half" })
        const forgotten = await left()
        expect(await claimAs(forgotten, "two", time + minute + day)).toEqual({ type: "claimed" })
      })
    })

    test("that is released while others ask for it is never lost between them", async () => {
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
      expect(await claimAs(key, "last")).toEqual({ type: "claimed" })
    })
  })
}
