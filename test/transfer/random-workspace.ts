import { createHash } from "node:crypto"
import type { TestServer, TestWorkspace } from "../harness/harness.ts"
import type { Random } from "../harness/random.ts"

export interface RandomWorkspace extends TestWorkspace {
  /** Plaintexts of its keys, imported ones included. */
  readonly keys: readonly string[]
}

/** A workspace with objects of every kind, some of them changed or deleted, created through operations. */
export async function createRandomWorkspace(server: TestServer, random: Random): Promise<RandomWorkspace> {
  const workspace = await server.createWorkspace(`Workspace ${random.below(1_000)} ${awkward}`)
  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })
  const many = (most: number) => Array.from({ length: 1 + random.below(most) }, (_, index) => index)
  const notices = { expiringDays: [1 + random.below(365)], ...(random.below(2) === 0 && { refusals: null }) }
  if (random.below(2) === 0) await ok("workspaces.updateWorkspace", { notices })

  const apiIds: string[] = []
  for (const index of many(3)) {
    const { apiId } = await ok("apis.createApi", { name: `API ${index}` })
    apiIds.push(apiId)
    const patch = { defaultPrefix: "acme", defaultBytes: 32, deleteProtection: true, ipAllowlist: ["10.0.0.0/8"] }
    if (random.below(2) === 0) await ok("apis.updateApi", { apiId, ...patch })
  }
  const slugs = many(6).map((index) => `area${index}.read`)
  for (const [index, slug] of slugs.entries()) {
    const described = random.below(2) === 0 ? {} : { description: `About ${awkward}` }
    await ok("permissions.createPermission", { name: `Permission ${index}`, slug, ...described })
  }
  const roles = many(3).map((index) => `role ${index} ${awkward}`)
  for (const name of roles) await ok("permissions.createRole", { name, permissions: random.some(slugs, 3) })
  const plans = await addPlans(ok, random, slugs)
  const externalIds = many(4).map((index) => `user_${index}_${awkward}`)
  for (const externalId of externalIds) {
    const switched = { enabled: random.below(4) > 0, permissions: random.some(slugs, random.below(3)) }
    const quota = { limit: random.below(100), interval: random.below(2) === 0 ? "monthly" : "total", overage: null }
    const billing = {
      ...(random.below(2) === 0 && { quota, used: random.below(50), billingDay: 1 + random.below(31) }),
      ...(random.below(2) === 0 && { credits: { remaining: random.below(1_000) } }),
    }
    const planned = {
      ...(random.below(2) === 0 && { plan: random.pick(plans) }),
      ...(random.below(3) === 0 && {
        planChange: { plan: random.below(2) === 0 ? null : random.pick(plans), at: 4_000_000_000_000 },
      }),
    }
    const own = { meta: metaOf(random), ratelimits: ratelimitsOf(random) }
    const created = { externalId, ...own, ...switched, ...billing, ...planned }
    const { identityId } = await ok("identities.createIdentity", created)
    if (random.below(3) === 0) await ok("identities.updateIdentity", { identity: identityId, meta: { changed: true } })
    const payment = { operation: "increment", value: 5, reference: `payment of ${externalId}` }
    if (random.below(3) === 0) await ok("identities.updateCredits", { identity: identityId, ...payment })
  }

  const keys: string[] = []
  const apiId = () => apiIds[random.below(apiIds.length)] ?? ""
  const shape = () => ({
    meta: metaOf(random),
    permissions: random.some(slugs, random.below(4)),
    roles: random.some(roles, random.below(3)),
    ratelimits: ratelimitsOf(random),
    enabled: random.below(4) > 0,
    scoped: random.below(4) === 0,
    ...(random.below(2) === 0 && { name: `Key ${awkward}` }),
    ...(random.below(2) === 0 && { externalId: random.some(externalIds, 1)[0] }),
    ...(random.below(4) === 0 && { expires: Date.now() + random.below(2) * 86_400_000 }),
    ...creditsOf(random),
  })
  for (const index of many(12)) {
    const secret = { recoverable: random.below(3) === 0, ...(random.below(2) === 0 && { prefix: `p_${index}` }) }
    const allowed = random.below(5) === 0 ? { ipAllowlist: ["192.0.2.0/24", "2001:db8::/32"] } : {}
    const { keyId, key } = await ok("keys.createKey", { apiId: apiId(), ...shape(), ...secret, ...allowed })
    keys.push(key)
    if (random.below(4) === 0) await ok("keys.updateKey", { keyId, name: `Changed ${awkward}` })
    if (random.below(8) === 0) await ok("keys.deleteKey", { keyId })
    if (random.below(4) === 0) {
      const overlap = random.below(2) * 3_600_000
      await ok("keys.rotateKey", { keyId, overlap }).then(
        (rotated) => keys.push(rotated.key),
        () => {},
      )
    }
    if (random.below(8) === 0) await ok("keys.rerollKey", { keyId, expiration: 60_000 }).catch(() => {})
  }
  await importSome({ ok, apiId, shape, keys })
  await addNamespaces(ok, many(3).length)
  const rootKey = { name: "Reads", permissions: [`api.${apiIds[0]}.read_key`, "identity.*.read_identity"] }
  await ok("rootKeys.createRootKey", rootKey)
  for (const key of keys) if (random.below(2) === 0) await ok("keys.verifyKey", { key, ip: "192.0.2.1" })
  const limits = { requestsPerMinute: 1_000_000, keys: 1, onExceeded: "reject" }
  await server.ok("workspaces.updateWorkspace", { workspaceId: workspace.workspaceId, limits }, byOperator(server))
  return { ...workspace, keys }
}

function byOperator({ operatorKey }: TestServer) {
  return { key: operatorKey }
}

/** Characters that often break file formats. */
const awkward = `"\\,\u2028 😀é`

interface Importing {
  ok(operation: string, body: unknown): Promise<{ readonly migrationId: string }>
  apiId(): string
  shape(): object
  readonly keys: string[]
}

/** Imports one key by hash and two prefixed keys, one of which is adopted by its first verification. */
async function importSome({ ok, apiId, shape, keys }: Importing): Promise<void> {
  const { migrationId } = await ok("keys.createMigration", { name: "Old", algorithm: "prefixed_api_key" })
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")
  const [plain, first, second] = [`old-${crypto.randomUUID()}`, crypto.randomUUID(), crypto.randomUUID()]
  await ok("keys.migrateKeys", { apiId: apiId(), keys: [{ hash: hashOf(plain), algorithm: "sha256", ...shape() }] })
  const prefixed = [first, second].map((long) => ({ hash: hashOf(long), ...shape(), enabled: true }))
  await ok("keys.migrateKeys", { apiId: apiId(), migrationId, keys: prefixed })
  keys.push(plain, `shop_a1_${first}`, `shop_a2_${second}`)
  await ok("keys.verifyKey", { key: `shop_a1_${first}` })
}

/** Plans with everything that a plan may have. One of them may be the default. */
async function addPlans(ok: Importing["ok"], random: Random, slugs: readonly string[]): Promise<[string, ...string[]]> {
  const names: [string, ...string[]] = [`plan ${awkward}`, "Plan 1", "Plan 2"]
  const interval = () => random.pick(["daily", "weekly", "monthly", "total"])
  for (const name of names) {
    await ok("plans.createPlan", {
      name,
      meta: metaOf(random),
      permissions: random.some(slugs, random.below(3)),
      ratelimits: ratelimitsOf(random),
      ...(random.below(2) === 0 && { description: `About ${awkward}` }),
      ...(random.below(3) === 0 && { maxKeys: 1_000 }),
      ...(random.below(2) === 0 && {
        quota: { limit: 100 + random.below(100), interval: interval(), overage: random.pick([null, 0, 5]) },
      }),
      ...(random.below(3) === 0 && { default: true }),
    })
  }
  return names
}

async function addNamespaces(ok: Importing["ok"], count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const namespace = `namespace ${index} ${awkward}`
    await ok("ratelimit.limit", { namespace, identifier: "x", limit: 1, duration: 60_000 })
    await ok("ratelimit.setOverride", { namespace, identifier: `vip_*${awkward}`, limit: index, duration: 1_000 })
    await ok("ratelimit.setOverride", { namespace, identifier: "gone", limit: 1, duration: 1_000 })
    await ok("ratelimit.deleteOverride", { namespace, identifier: "gone" })
  }
}

function metaOf(random: Random): Readonly<Record<string, unknown>> {
  if (random.below(3) === 0) return {}
  return { text: awkward, number: random.below(1_000) / 7, nested: [null, { deep: [true] }], "": "", z: 1, a: 2 }
}

function ratelimitsOf(random: Random): readonly object[] {
  return random
    .some(["requests", "tokens", "Zebra"], random.below(3))
    .map((name) => ({ name, limit: 10 + random.below(50), duration: 3_600_000, autoApply: random.below(2) === 0 }))
}

function creditsOf(random: Random): object {
  const remaining = random.below(5)
  const daily = { interval: "daily", amount: 7 }
  const monthly = { interval: "monthly", amount: 9, refillDay: 31 }
  const choices = [{}, { credits: { remaining } }, { credits: { remaining, refill: daily } }] as const
  return random.pick([...choices, { credits: { remaining, refill: monthly } }])
}
