import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { IdempotencyKey } from "../port/idempotency.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { claimed, idempotentCalls, kept, minute, running } from "./idempotent-calls.ts"
import { time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"

export function idempotencyProgressConformance(store: Store): void {
  const { claimAs, newClaim, release, complete } = idempotentCalls(store)

  describe("an idempotency key with progress", () => {
    const day = 24 * 60 * minute
    const advance = (key: IdempotencyKey, claim: string, progress: string, expiresAt = time + minute) =>
      change(store, undefined, (tx) => tx.idempotency.advance(key, { claim, progress, expiresAt }))
    const left = async (progress = "half") => {
      const key = await newClaim()
      await advance(key, "one", progress)
      await release(key, "one")
      return key
    }
    test("is continued by one call with the same body, and refused to others", async () => {
      const key = await left()
      expect(await claimAs(key, "two", time, "other")).toEqual(running)
      const states = await Promise.all(Array.from({ length: 10 }, (_, index) => claimAs(key, `claim ${index}`)))
      expect(states.filter(({ type }) => type === "claimed")).toEqual([{ type: "claimed", progress: "half" }])
      expect(states.filter(({ type }) => type === "running")).toHaveLength(9)
    })

    test("is running as long as its claim lasts, which every step extends", async () => {
      const key = await newClaim()
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
      const key = await newClaim()
      const failing = change(store, id, async (tx) => {
        await tx.idempotency.advance(key, { claim: "one", progress: "half", expiresAt: time + minute })
        throw new Error("too late")
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      await release(key, "one")
      expect(await claimAs(key, "two")).toEqual(claimed)
    })

    test("keeps its progress when all claims are released, until a day after its claim has expired", async () => {
      const key = await newClaim()
      await advance(key, "one", "half")
      await store.idempotency.releaseAll()
      expect(await claimAs(key, "two")).toEqual({ type: "claimed", progress: "half" })
      await store.idempotency.deleteExpired(time + minute + day - 1)
      expect(await claimAs(key, "three", time + minute + day - 1)).toEqual({ type: "claimed", progress: "half" })
      const forgotten = await left()
      expect(await claimAs(forgotten, "two", time + minute + day)).toEqual(claimed)
    })
  })
}
