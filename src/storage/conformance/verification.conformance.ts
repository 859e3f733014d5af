import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { parseAllowList } from "../../contract/cidr.ts"
import { found } from "../../contract/errors.ts"
import { compareBytes } from "../../core/byte-order.ts"
import { meterOf } from "../../core/customer-meter.ts"
import type { Api, KeyDetails, Permission } from "../../core/model.ts"
import { mergeLimits, type VerifiableKey } from "../../core/verify.ts"
import { writeKeyFacts } from "../../core/wire.ts"
import { defaultPlanOf } from "../cache/stale-ids.ts"
import type { Store } from "../port/store.ts"
import { addFamily } from "./family.ts"
import { balanceIdOf, limited, newBalance, newKey } from "./new-key.ts"
import { newApi, newIdentity, newPermission, newRatelimit, newRole, time } from "./new-objects.ts"
import { addWorkspace, change, insert } from "./stored-objects.ts"

const slugs = ["a", "B", "b", "b.c", "b_c", "z/*"]
const someOf = (count: number) => fc.uniqueArray(fc.nat(count - 1), { maxLength: count })
const limits = fc.uniqueArray(
  fc.record({ name: fc.constantFrom("one", "two", "Two", "\u{1f600}"), autoApply: fc.boolean() }),
  {
    selector: ({ name }) => name,
  },
)
const members = fc.record({
  direct: someOf(slugs.length),
  roles: someOf(3),
  limits,
  hasIdentity: fc.boolean(),
  identityLimits: limits,
  identityEnabled: fc.boolean(),
  inherited: someOf(slugs.length),
  scoped: fc.boolean(),
  balance: fc.constantFrom("none", "limited", "unlimited"),
  enabled: fc.boolean(),
  workspaceEnabled: fc.boolean(),
  expires: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })),
  name: fc.option(fc.string({ unit: "grapheme", minLength: 1 })),
  meta: fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue(), { maxKeys: 3 }),
  allowlists: fc.tuple(fc.subarray(["10.0.0.0/8", "::1/128"]), fc.subarray(["10.0.0.0/8", "192.0.2.1/32"])),
})
type Members = typeof members extends fc.Arbitrary<infer Value> ? Value : never

export function verificationConformance(store: Store): void {
  /** The roles overlap, so that a key has a permission several times. */
  const addRandomKey = async (random: Members): Promise<{ key: KeyDetails; api: Api }> => {
    const { id } = await addWorkspace(store, { enabled: random.workspaceEnabled })
    const api = newApi(id, { ipAllowlist: random.allowlists[0] })
    const permissions = slugs.map((slug) => newPermission({ slug }))
    const roles = [permissions.slice(0, 3), permissions.slice(2), []].map((held, index) =>
      newRole({ name: `Role ${index}`, permissions: held }),
    )
    const identity = random.hasIdentity
      ? newIdentity(id, {
          meta: random.meta,
          enabled: random.identityEnabled,
          permissions: permissions.filter((_, index) => random.inherited.includes(index)),
          ratelimits: random.identityLimits.map((limit) => newRatelimit(limit)),
        })
      : null
    const key = newKey(api, {
      identity,
      name: random.name,
      meta: random.meta,
      enabled: random.enabled,
      scoped: random.scoped,
      expires: random.expires,
      ipAllowlist: random.allowlists[1],
      balance: random.balance === "none" ? null : newBalance(random.balance === "limited" ? limited(3) : null),
      ratelimits: random.limits.map((limit) => newRatelimit(limit)),
      directPermissions: permissions.filter((_, index) => random.direct.includes(index)),
      roles: roles.filter((_, index) => random.roles.includes(index)),
    })
    const identities = identity === null ? [] : [identity]
    await insert(store, id, { apis: [api], permissions, roles, identities, keys: [key] })
    const stored = await store.keys.find(id, key.id)
    if (stored === undefined) throw new Error("The key was not stored.")
    return { key: stored, api }
  }

  describe("a verification", () => {
    test("uses the facts of the key itself, for any key", async () => {
      await fc.assert(
        fc.asyncProperty(members, async (random) => {
          const { key, api } = await addRandomKey(random)
          const record = await store.verification.findUncached(key.workspaceId, key.hash, 0)
          expect(record?.key).toEqual(verifiableOf(key, api, random.workspaceEnabled))
          expect(await store.verification.findById(key.workspaceId, key.id, 0)).toEqual(record?.key)
          const own = [...key.directPermissions, ...key.roles.flatMap(({ permissions }) => permissions), ...key.roles]
          const held = [...own, ...(key.identity?.permissions ?? [])]
          const owners = [key.identityId, key.balance?.id].filter((id) => id != null)
          const plans = key.identity === null ? [] : [defaultPlanOf(key.workspaceId)]
          const ids = [key.id, api.id, key.workspaceId, ...plans, ...owners, ...held.map(({ id }) => id)]
          expect(new Set(record?.dependsOn)).toEqual(new Set(ids))
        }),
        { numRuns: 40 },
      )
    })

    test("shares its facts with keys that have equal facts, and with no other", async () => {
      const workspace = await addWorkspace(store)
      const { id } = workspace
      const api = newApi(id)
      const [one, other] = [newKey(api), newKey(api)]
      const metered = newKey(api, { credits: limited(5) })
      const guarded = newKey(api, { ipAllowlist: ["10.0.0.0/8"] })
      const slowed = newKey(api, { ratelimits: [newRatelimit()] })
      await insert(store, id, { apis: [api], keys: [one, other, metered, guarded, slowed] })
      const verifiableKeyOf = async ({ hash }: { hash: string }) =>
        found(await store.verification.find(id, hash, 0), "data/key_not_found")
      const factsOf = async (key: { hash: string }) => (await verifiableKeyOf(key)).facts
      const common = await factsOf(one)
      expect(await factsOf(other)).toBe(common)
      for (const _again of [1, 2]) {
        expect(await verifiableKeyOf(metered)).toMatchObject({ facts: common, balanceId: balanceIdOf(metered) })
        expect(await factsOf(guarded)).toEqual({ ...common, ipAllowlist: parseAllowList(["10.0.0.0/8"]) })
        expect((await factsOf(slowed)).limits).toHaveLength(1)
        expect(await verifiableKeyOf(one)).toMatchObject({ facts: common, balanceId: null })
      }
      await change(store, id, (tx) => tx.workspaces.update({ ...workspace, enabled: false }))
      expect(await factsOf(one)).toEqual({ ...common, workspaceEnabled: false })
    })

    test("sees every change as soon as it is committed", async () => {
      const { workspace, api, permission, role, identity, key } = await addFamily(store)
      const { id } = workspace
      await change(store, id, (tx) => tx.keys.update(key, { ...key, directPermissions: [] }))
      const verifiable = async () => store.verification.find(id, key.hash, 0)
      expect((await verifiable())?.facts.permissions).toEqual([permission.slug])
      await change(store, id, (tx) => tx.roles.setPermissions({ ...role, permissions: [] }))
      expect((await verifiable())?.facts.permissions).toEqual([])
      const updated = { ...identity, meta: { plan: "pro" }, ratelimits: [] }
      await change(store, id, (tx) => tx.identities.update(identity, updated))
      expect(responseOf(await verifiable()).identity).toMatchObject({
        meta: updated.meta,
        ratelimits: [],
        enabled: true,
      })
      await change(store, id, (tx) => tx.apis.update({ ...api, ipAllowlist: ["10.0.0.0/8"] }))
      expect((await verifiable())?.facts.apiIpAllowlist).toEqual(parseAllowList(["10.0.0.0/8"]))
      await change(store, id, (tx) => tx.identities.delete(identity.id, time))
      expect(responseOf(await verifiable()).identity).toBeUndefined()
      await change(store, id, (tx) => tx.workspaces.update({ ...workspace, enabled: false }))
      expect((await verifiable())?.facts.workspaceEnabled).toBe(false)
      await change(store, id, (tx) => tx.apis.delete(api.id, time))
      expect(await verifiable()).toBeUndefined()
    })

    test("of an unknown key finds nothing", async () => {
      const { id } = await addWorkspace(store)
      expect(await store.verification.find(id, "unknown", 0)).toBeUndefined()
      const { key } = await addFamily(store)
      expect(await store.verification.findById(id, key.id, 0)).toBeUndefined()
    })

    test("by id finds a key that is not adopted yet, hides no hash of a root key, and needs its API", async () => {
      const { workspace, api, rootKey } = await addFamily(store)
      const { id } = workspace
      const unadopted = newKey(api, { imported: true, algorithm: "prefixed_api_key" })
      const rival = newKey(api, { imported: true, hash: rootKey.hash })
      await insert(store, id, { keys: [unadopted, rival] })
      expect((await store.verification.findById(id, unadopted.id, 0))?.keyId).toBe(unadopted.id)
      expect((await store.verification.findById(id, rival.id, 0))?.keyId).toBe(rival.id)
      expect(await store.verification.find(id, rival.hash, 0)).toBeUndefined()
      await change(store, id, (tx) => tx.apis.delete(api.id, time))
      expect(await store.verification.findById(id, unadopted.id, 0)).toBeUndefined()
    })
  })
}

function responseOf(key: VerifiableKey | undefined) {
  return JSON.parse(`{${key?.facts.responseJson}}`)
}

function slugOf({ slug }: Permission): string {
  return slug
}

function verifiableOf(key: KeyDetails, api: Api, workspaceEnabled: boolean): VerifiableKey {
  const own = new Set([...key.directPermissions, ...key.roles.flatMap((role) => role.permissions)].map(slugOf))
  const plan = key.identity && (key.identity.plan ?? key.identity.defaultPlan)
  const inherited = new Set([...(key.identity?.permissions ?? []), ...(plan?.permissions ?? [])].map(slugOf))
  const held = key.scoped ? own.intersection(inherited) : own.union(inherited)
  const permissions = [...held].sort(compareBytes)
  const { id: keyId, apiId, enabled, name, expires, workspaceId } = key
  const identity = key.identity && {
    ...key.identity,
    plan: plan && { ...plan, isInherited: key.identity.plan === null },
  }
  const roles = key.roles.map((role) => role.name)
  const metaJson = JSON.stringify(key.meta)
  const facts = {
    workspaceId,
    apiId,
    identityId: identity?.id ?? null,
    workspaceEnabled,
    enabled,
    identityEnabled: identity?.enabled ?? true,
    expires,
    planChangeAt: key.identity?.planChange?.at ?? null,
    apiIpAllowlist: parseAllowList(api.ipAllowlist),
    ipAllowlist: parseAllowList(key.ipAllowlist),
    permissions,
    limits: mergeLimits({ workspaceId, key, identity, planLimits: plan?.ratelimits ?? [] }),
    meter: key.identity && meterOf(key.identity, 0),
    responseJson: writeKeyFacts({ apiId, enabled, metaJson, permissions, roles, name, expires, identity }),
  }
  const { balance } = key
  const isLimited = balance !== null && balance.credits !== null
  const threshold = isLimited ? { lowAt: balance.threshold?.lowAt ?? null, fills: balance.threshold?.fills ?? 0 } : null
  return { keyId, facts, balanceId: isLimited ? balance.id : null, threshold, matched: null }
}
