import fc from "fast-check"
import type { Quota } from "./funds.ts"
import { addresses, externalIds, limitNames, networks, roleNames, slugs } from "./names.ts"
import type { Refill } from "./state.ts"

/** Arbitrary values for the fields of requests. */

export const pick = fc.nat(11)
export const slug = fc.constantFrom(...slugs)
export const someSlugs = fc.subarray([...slugs])
export const someRoles = fc.subarray([...roleNames])
export const externalId = fc.constantFrom(...externalIds)
export const someNetworks = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray([...networks]))
export const address = fc.constantFrom(...addresses)
export const name = fc.constantFrom("one", "two")
export const meta = fc.constantFrom({}, { plan: "pro" }, { nested: { list: [1, null, "x"] } })
export const duration = fc.constantFrom(1_000, 10_000, 60_000, 86_400_000)
export const limitName = fc.constantFrom(...limitNames)

/** Milliseconds from now; an expiry may be in the past. */
export const lifetime = fc.constantFrom(-1, 0, 1, 700, 10_000, 86_400_000)

const limit = fc.record({ name: limitName, limit: fc.integer({ min: 1, max: 4 }), duration, autoApply: fc.boolean() })
export const someLimits = fc.uniqueArray(limit, { maxLength: 3, selector: ({ name }) => name })

const amount = fc.integer({ min: 1, max: 5 })
export const balance = fc.nat(4)
export const refill: fc.Arbitrary<Refill> = fc.oneof(
  fc.record({ interval: fc.constant("daily" as const), amount }),
  fc.record({ interval: fc.constant("monthly" as const), amount, refillDay: fc.constantFrom(1, 15, 28, 29, 30, 31) }),
)

export const quota: fc.Arbitrary<Quota> = fc.record({
  limit: fc.nat(6),
  interval: fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const, "total" as const),
  overage: fc.oneof(fc.constant(null), fc.nat(3)),
})

/** Optional fields of a request. */
export function optional<Members extends object>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }) {
  return fc.record(members, { requiredKeys: [] })
}
