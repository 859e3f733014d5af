import type { TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { addPerson, inBrowser, type Person, signIn } from "../people/person.ts"

export interface IncidentData {
  readonly apiId: string
  /** By name. */
  readonly keys: ReadonlyMap<string, { readonly keyId: string; readonly key: string }>
  /** Grace, an admin, who has disabled keys. */
  readonly admin: Person
  /** When it was disabled last week. */
  readonly disabledAt: number
  readonly identityIds: Readonly<Record<"initech" | "globex" | "umbrella" | "wayne", string>>
}

const minute = 60_000
const day = 24 * 60 * minute

/** Calls that are refused, each for a reason of its own, and how often. */
const refusals: readonly (readonly [name: string, times: number, call: object])[] = [
  ["Exports", 4, {}],
  ["Reports", 3, { permissions: "reports.read" }],
  ["Billing", 5, {}],
  ["Trial", 2, {}],
  ["Office", 1, { ip: "198.51.100.7" }],
]

/** Calls of customers that only need attention: their keys and what they are for. */
const calls: readonly (readonly [name: string, times: number, call: object])[] = [
  ["Alpha", 7, {}],
  ["Beta", 7, {}],
  // The limit of the customer refuses the third.
  ["Gamma", 3, {}],
  ["Metered", 7, {}],
  ["Batch", 1, { credits: { cost: 80 } }],
  ["Nightly", 3, {}],
]

/**
 * A key of northwind was disabled by an admin 25 minutes ago, as it was for an hour a week ago. The keys of globex are
 * refused for every other reason, and one has a limit of its own. The
 * customer initech is disabled, and so is its key. Hooli has 200 keys. Both keys of umbrella were disabled by one request.
 * The credits of wayne and the quota of tyrell are used up, and the quota of stark soon is. The key of cyberdyne expires.
 */
export async function seedIncident(server: TestServer, clock: { now: number }): Promise<IncidentData> {
  const end = Date.now()
  clock.now = end - 8 * day
  const admin = await addPerson(server, { ...server, role: "admin" })
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const keys = new Map<string, { readonly keyId: string; readonly key: string }>()
  const create = async (name: string, externalId: string, fields: object = {}) =>
    keys.set(name, await server.ok("keys.createKey", { apiId, name, externalId, ...fields }))
  await create("Production", "northwind")
  await create("Staging", "northwind")
  await create("Exports", "globex", {
    ratelimits: [{ name: "requests", limit: 2, duration: 60_000, autoApply: true }],
  })
  await create("Reports", "globex")
  await create("Billing", "globex", { credits: { remaining: 1 } })
  await create("Trial", "globex", { expires: end - 20 * minute })
  await create("Office", "globex", { ipAllowlist: ["203.0.113.0/24"] })
  await create("Legacy", "initech")
  const shared = { name: "requests", limit: 50, duration: 60_000, autoApply: true }
  await server.ok("identities.updateIdentity", { identity: "globex", ratelimits: [shared] })
  const many = Array.from({ length: 200 }, (_, index) => ({ name: `Worker ${index}`, externalId: "hooli" }))
  await server.ok("keys.createKeys", { apiId, keys: many })
  await createSpenders(server, create, end)
  let sent = 0
  const verify = async (name: string, call: object = {}) => {
    sent += 1
    await server.ok("keys.verifyKey", { key: keys.get(name)?.key ?? name, ...call })
  }
  const enable = async (enabled: boolean) => {
    const session = inBrowser(await signIn(server, admin), server.workspaceId)
    await server.ok("keys.updateKey", { keyId: keys.get("Production")?.keyId, enabled }, session)
  }

  clock.now = end - 7 * day
  await enable(false)
  clock.now += 60 * minute
  await enable(true)
  clock.now = end - 40 * minute
  for (let call = 0; call < 3; call += 1) await verify("Production")
  await verify("Staging")
  clock.now = end - 25 * minute
  await enable(false)
  await server.ok("keys.updateKey", { keyId: keys.get("Legacy")?.keyId, enabled: false })
  await server.ok("identities.updateIdentity", { identity: "initech", enabled: false })
  clock.now = end - 24 * minute
  await verify("Legacy")
  for (let call = 0; call < 14; call += 1) await verify("Production")
  for (let call = 0; call < 40; call += 1) await verify("acme_live_guessed")
  clock.now = end - 14 * minute
  const keyIds = ["Alpha", "Beta"].map((name) => keys.get(name)?.keyId)
  await server.ok("keys.updateKeys", { keyIds, enabled: false })
  clock.now = end - 12 * minute
  for (const [name, times, call] of [...refusals, ...calls]) {
    for (let time = 0; time < times; time += 1) await verify(name, call)
  }
  clock.now = end - minute
  await verify("Gamma")
  for (let call = 0; call < 2; call += 1) await verify("Production")
  clock.now = end
  await until(async () => {
    const { total } = await server.ok("usage.getVerifications", { from: end - day, interval: "total" })
    return total === sent
  })
  const idOf = async (externalId: string) => String((await server.ok("identities.getIdentity", { externalId })).id)
  const identityIds = {
    ...{ initech: await idOf("initech"), globex: await idOf("globex") },
    ...{ umbrella: await idOf("umbrella"), wayne: await idOf("wayne") },
  }
  return { apiId, keys, admin, disabledAt: end - 7 * day, identityIds }
}

/** Customers and keys that need attention, without the calls that use them up. */
async function createSpenders(
  server: TestServer,
  create: (name: string, externalId: string, fields?: object) => Promise<unknown>,
  end: number,
): Promise<void> {
  await create("Alpha", "umbrella")
  await create("Beta", "umbrella")
  await create("Gamma", "wayne")
  const ratelimits = [{ name: "shared", limit: 2, duration: minute, autoApply: true }]
  await server.ok("identities.updateIdentity", { identity: "wayne", credits: { remaining: 2 }, ratelimits })
  await create("Metered", "tyrell")
  await create("Batch", "stark")
  // No new month begins while the test runs.
  for (const [identity, limit] of [["tyrell", 5] as const, ["stark", 100] as const]) {
    await server.ok("identities.updateIdentity", { identity, quota: { limit, interval: "total" } })
  }
  await create("Nightly", "cyberdyne", { expires: end + 3 * day })
}
