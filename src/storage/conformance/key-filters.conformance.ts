import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type KeyStatus, keyStatuses } from "../../contract/key-statuses.ts"
import { creditsAt } from "../../core/credits.ts"
import { isExpired } from "../../core/expiry.ts"
import type { Api, KeyDetails, Permission, Role } from "../../core/model.ts"
import { changeThreshold } from "../../core/threshold.ts"
import type { KeyFilter } from "../port/keys.ts"
import type { Store } from "../port/store.ts"
import { newBalance, newKey } from "./new-key.ts"
import { newApi, newPermission, newRatelimit, newRole, time } from "./new-objects.ts"
import { addWorkspace, change, insert } from "./stored-objects.ts"
import { everyKey } from "./whole-lists.ts"

const day = 86_400_000
const count = 120

const filter = fc.record(
  {
    status: fc.record({ name: fc.constantFrom(...keyStatuses), now: fc.constantFrom(time, time + 2 * day) }),
    expiresBefore: fc.constantFrom(time, time + day, time + 9 * day),
    role: fc.nat(1),
    permission: fc.nat(1),
    api: fc.nat(1),
    enabled: fc.boolean(),
    ratelimit: fc.constantFrom("requests", "tokens", "nothing"),
    search: fc.constant("key 1"),
    isDescending: fc.boolean(),
  },
  { requiredKeys: [] },
)

type Wanted = typeof filter extends fc.Arbitrary<infer Value> ? Value : never

/** Every filter of a list of keys gives what the same rule gives for the keys one by one. */
export function keyFiltersConformance(store: Store): void {
  describe("filters of a list of keys", () => {
    let workspaceId: string
    let apis: readonly Api[]
    let permissions: readonly Permission[]
    let roles: readonly Role[]
    /** As the store returns them, ascending by id. */
    let keys: readonly KeyDetails[]

    beforeAll(async () => {
      const { id } = await addWorkspace(store)
      workspaceId = id
      apis = [newApi(id), newApi(id), newApi(id)]
      permissions = ["a", "b"].map((slug) => newPermission({ slug }))
      roles = [newRole({ name: "one", permissions: permissions.slice(0, 1) }), newRole({ name: "two" })]
      const made = Array.from({ length: count }, (_, index) => keyAt(index, { apis, permissions, roles }))
      await insert(store, id, { apis, permissions, roles, keys: made })
      // Deleted keys and keys of deleted APIs match nothing.
      const gone = made.filter((_, index) => index % 11 === 0).map((key) => key.id)
      await change(store, id, (tx) => tx.keys.delete(gone, time))
      await change(store, id, (tx) => tx.apis.delete(apis[2]?.id ?? "", time))
      keys = await store.keys.list(id, everyKey)
    })

    test("find the keys that the rules allow, in either order and in pages of any size", async () => {
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(filter, fc.constantFrom(1, 7, 50), async (wanted, limit) => {
          const { role, permission, api, ...given } = wanted
          const query: KeyFilter = {
            ...everyKey,
            ...given,
            roleId: role === undefined ? undefined : roles[role]?.id,
            permissionId: permission === undefined ? undefined : permissions[permission]?.id,
            apiId: api === undefined ? undefined : apis[api]?.id,
            limit,
          }
          const expected = keys.filter((key) => fits(key, query)).map(({ id }) => id)
          expect(await walk(query)).toEqual(given.isDescending ? expected.toReversed() : expected)
          if (expected.length > 0 && given.status !== undefined) seen.add(given.status.name)
        }),
        {
          numRuns: 150,
          examples: keyStatuses.map((name): [Wanted, 50] => [{ status: { name, now: time } }, 50]),
        },
      )
      expect([...seen].sort()).toEqual([...keyStatuses].sort())
    })

    async function walk(query: KeyFilter): Promise<readonly string[]> {
      const found: string[] = []
      for (;;) {
        const page = await store.keys.list(workspaceId, { ...query, after: found.at(-1) })
        found.push(...page.map(({ id }) => id))
        if (page.length < query.limit) return found
      }
    }
  })
}

interface Objects {
  readonly apis: readonly Api[]
  readonly permissions: readonly Permission[]
  readonly roles: readonly Role[]
}

function keyAt(index: number, { apis, permissions, roles }: Objects): KeyDetails {
  const api = apis[index % 3]
  if (api === undefined) throw new Error("There are three APIs.")
  const expires = [null, time - day, time, time + day, time + 8 * day][index % 5] ?? null
  const refill = { interval: "daily", amount: 100 } as const
  const credits = [
    undefined,
    { remaining: 0, refill: null, refillAt: null },
    { remaining: 10, refill, refillAt: time + day },
    { remaining: 11, refill, refillAt: time + day },
  ][index % 4]
  const threshold = changeThreshold(undefined, { lowAt: [null, 11, 5][index % 3], isFilled: true })
  return newKey(api, {
    name: `key ${index}`,
    enabled: index % 7 !== 0,
    expires,
    balance: credits === undefined ? null : { ...newBalance(credits), threshold },
    roles: roles.filter((_, place) => index % (place + 2) === 0),
    ratelimits: ["requests", "tokens"]
      .filter((_, place) => (index + place) % 4 === 0)
      .map((name) => newRatelimit({ name })),
    directPermissions: permissions.filter((_, place) => (index + place) % 9 === 0),
  })
}

function fits(key: KeyDetails, filter: KeyFilter): boolean {
  const { status, expiresBefore, roleId, permissionId, apiId, enabled, ratelimit, search } = filter
  const held = [...key.directPermissions, ...key.roles.flatMap(({ permissions }) => permissions)]
  return [
    status === undefined || hasStatus(key, status),
    expiresBefore === undefined || (key.expires !== null && key.expires < expiresBefore),
    roleId === undefined || key.roles.some(({ id }) => id === roleId),
    permissionId === undefined || held.some(({ id }) => id === permissionId),
    apiId === undefined || key.apiId === apiId,
    enabled === undefined || key.enabled === enabled,
    ratelimit === undefined || key.ratelimits.some(({ name }) => name === ratelimit),
    search === undefined || key.name?.includes(search),
  ].every(Boolean)
}

function hasStatus(key: KeyDetails, { name, now }: { readonly name: KeyStatus; readonly now: number }): boolean {
  const isActive = key.enabled && !isExpired(key, now)
  switch (name) {
    case "active":
      return isActive
    case "disabled":
      return !key.enabled
    case "expired":
      return isExpired(key, now)
    case "expiring":
      return isActive && key.expires !== null && key.expires <= now + 7 * day
    case "low_credits": {
      const credits = key.balance?.credits ?? null
      if (!isActive || credits === null) return false
      const lowAt = key.balance?.threshold?.lowAt ?? (credits.refill?.amount ?? 0) / 10
      return creditsAt(credits, now).remaining <= lowAt
    }
  }
}
