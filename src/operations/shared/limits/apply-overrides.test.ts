import { expect, test } from "bun:test"
import type { Override } from "../../../core/model.ts"
import type { OverrideMatcher } from "../../../core/override-matcher.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { applyOverrides } from "./apply-overrides.ts"
import type { NamespacedRequest, ResolvedNamespace } from "./resolve-namespaces.ts"

const resolved: ResolvedNamespace = { state: "live", namespace: { id: "rlns_1", name: "email", createdAt: 0 } }
const requests: readonly NamespacedRequest[] = Array.from({ length: 100 }, (_, index) => ({
  request: { namespace: "email", identifier: `user_${index}`, limit: 10, duration: 60_000, cost: 1 },
  resolved,
}))

/** Reads of overrides that record every lookup. */
function readsWith(searches: number) {
  const looked: string[] = []
  const matcher: OverrideMatcher<Override> = {
    searches,
    find(identifier) {
      looked.push(identifier)
      return { id: "rlor_1", identifier, limit: Number(identifier.slice(5)), duration: 1_000, createdAt: 0 }
    },
  }
  const reads = { overrides: { matcherFor: async () => matcher } } as unknown as Reads
  return { reads, looked }
}

const limits = requests.map((_, index) => index)

test("applies overrides in one turn where that is little work", async () => {
  const { reads, looked } = readsWith(200)
  const overriding = applyOverrides(reads, requests)
  await new Promise(setImmediate)
  expect(looked).toHaveLength(requests.length)
  expect(await overriding).toMatchObject(limits.map((limit) => ({ limit, duration: 1_000 })))
})

test("lets others have their turn after 20,000 searches, and keeps the order of the checks", async () => {
  const { reads, looked } = readsWith(1_000)
  const overriding = applyOverrides(reads, requests)
  const perTurn: number[] = []
  while (looked.length < requests.length) {
    const before = looked.length
    await new Promise(setImmediate)
    perTurn.push(looked.length - before)
  }
  expect(perTurn.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(20)
  expect(await overriding).toMatchObject(limits.map((limit) => ({ limit })))
})
