import { expect, test } from "bun:test"
import type { Override } from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { Reads } from "../../storage/port/store.ts"
import { applyOverrides } from "./apply-overrides.ts"
import type { Aimed, Target } from "./resolve-namespaces.ts"

const target: Target = { state: "live", namespace: { id: "rlns_1", name: "email", createdAt: 0 } }
const aimed: readonly Aimed[] = Array.from({ length: 100 }, (_, index) => ({
  request: { namespace: "email", identifier: `user_${index}`, limit: 10, duration: 60_000, cost: 1 },
  target,
}))

/** As far as overrides are read, with a note of every look-up. */
function readsWith(searches: number) {
  const looked: string[] = []
  const matcher: OverrideMatcher<Override> = {
    searches,
    find(identifier) {
      looked.push(identifier)
      return { id: "rlor_1", identifier, limit: Number(identifier.slice(5)), duration: 1_000, createdAt: 0 }
    },
  }
  const reads = { overrides: { matcherFor: () => matcher } } as unknown as Reads
  return { reads, looked }
}

const limits = aimed.map((_, index) => index)

test("applies overrides at once where that is little work", () => {
  const { reads } = readsWith(200)
  const overridden = applyOverrides(reads, aimed)
  expect(overridden).not.toBeInstanceOf(Promise)
  expect(overridden).toMatchObject(limits.map((limit) => ({ limit, duration: 1_000 })))
})

test("lets others have their turn after 20,000 searches, and keeps the order of the checks", async () => {
  const { reads, looked } = readsWith(1_000)
  const overriding = Promise.resolve(applyOverrides(reads, aimed))
  const perTurn: number[] = []
  while (looked.length < aimed.length) {
    const before = looked.length
    await new Promise(setImmediate)
    perTurn.push(looked.length - before)
  }
  expect(perTurn.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(20)
  expect(await overriding).toMatchObject(limits.map((limit) => ({ limit })))
})
