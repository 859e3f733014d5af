import type { TestServer } from "../harness/harness.ts"

const hourMs = 3_600_000
/** Calls that are sent together, at one time of the clock. */
const atOnce = 4

/** What the data is about, so that tests and pictures can name it. */
export interface Seeded {
  readonly apiIds: readonly string[]
  readonly keys: readonly SeededKey[]
  readonly identityIds: Readonly<Record<string, string>>
  /** Of `uploads`. */
  readonly namespaceId: string
  /** Of the plan that northwind has. */
  readonly planId: string
  /** Of the webhook whose endpoint works, if there is one. */
  readonly webhookId: string
  readonly installationWebhookId: string
}

export interface SeededKey {
  readonly keyId: string
  readonly key: string
  readonly name: string
  readonly customer: string
  /** Its part of the traffic. */
  readonly weight: number
}

interface SeedOptions {
  /** Moved from the past to the present while the traffic is sent. */
  readonly clock: { now: number }
  readonly hours: number
  readonly callsPerHour: number
  /** Where webhooks send to. By default nothing listens there. */
  readonly endpoint?: string
}

type Server = Pick<TestServer, "ok" | "call" | "operator">

/** Fills a workspace with what a small company would have, and with its traffic up to the present. */
export async function seed(server: Server, options: SeedOptions): Promise<Seeded> {
  const { clock, hours, callsPerHour, endpoint = "http://127.0.0.1:9" } = options
  const end = Date.now()
  const start = end - hours * hourMs
  let sent = 0
  clock.now = start
  await createRights(server)
  const webhookId = await createWebhooks(server, endpoint)
  const installationWebhookId = await createInstallationWebhooks(server, endpoint)
  const apiIds = []
  for (const name of ["Payments API", "Search API", "Internal tools"]) {
    apiIds.push(String((await server.ok("apis.createApi", { name })).apiId))
  }
  const keys = await createKeys(server, apiIds, end)
  const random = seededRandom(7)
  for (let hour = hours - 1; hour >= 0; hour -= 1) {
    const hourStart = end - (hour + 1) * hourMs
    // Days have a shape: quiet nights, busy noons.
    const share = 0.35 + 0.65 * Math.sin((((hourStart / hourMs) % 24) / 24) * Math.PI) ** 2
    const calls = Math.max(1, Math.round(callsPerHour * share * (0.9 + 0.2 * random())))
    for (let index = 0; index < calls; index += atOnce) {
      clock.now = Math.round(hourStart + (index / calls) * hourMs)
      const group = Array.from({ length: Math.min(atOnce, calls - index) }, (_, offset) => index + offset)
      await Promise.all(group.map((one) => send(server, keys, random, one)))
      sent += group.length
    }
  }
  clock.now = end
  await server.ok("ratelimit.setOverride", {
    namespace: "uploads",
    identifier: "vip_*",
    limit: 500,
    duration: 60_000,
  })
  await countsStored(server, start, sent)
  await server.ok("keys.updateKey", { keyId: mustGet(keys, 6).keyId, enabled: false })
  await changeCustomers(server, keys)
  const planId = await createPlans(server, end)
  await addFunds(server)
  await server.ok("keys.rotateKey", { keyId: mustGet(keys, 3).keyId, overlap: 24 * hourMs })
  await server.ok("members.inviteMember", { email: "tom@acme.dev", role: "developer" })
  const identities: { identityId: string; externalId: string }[] = await server.ok("identities.listIdentities", {})
  const identityIds = Object.fromEntries(identities.map((one) => [one.externalId, one.identityId]))
  const [uploads]: { id: string }[] = await server.ok("ratelimit.listNamespaces", { search: "uploads" })
  return { apiIds, keys, identityIds, namespaceId: uploads?.id ?? "", planId, webhookId, installationWebhookId }
}

/** One for a program, one for a chat, one that is disabled, and one whose endpoint does not work. */
async function createWebhooks(server: Server, endpoint: string): Promise<string> {
  const create = (path: string, fields: object) =>
    server.ok("webhooks.createWebhook", { url: `${endpoint}${path}`, ...fields })
  const { webhookId } = await create("/billing", { types: ["plan.*", "member.*", "api.*"], description: "Billing" })
  await create("/services/T0/B0/secret", {
    ...{ types: ["root_key.*", "key.decrypted"], format: "slack", description: "#security in Slack" },
  })
  await create("/broken", { types: ["identity.created", "api.created"], description: "CRM" })
  const { webhookId: old } = await create("/old", { types: ["*"] })
  await server.ok("webhooks.updateWebhook", { webhookId: old, enabled: false })
  return String(webhookId)
}

/** One for a program, and one for a chat. */
async function createInstallationWebhooks(server: Server, endpoint: string): Promise<string> {
  const create = (path: string, fields: object) => {
    const body = { workspaceId: "installation", url: `${endpoint}${path}`, ...fields }
    return server.ok("webhooks.createWebhook", body, server.operator)
  }
  await create("/broken", { types: ["session.refused", "notices"], format: "slack", description: "Sign-ins in Slack" })
  const types = ["user.*", "session.*", "webhook.created"]
  return String((await create("/directory", { types, description: "Directory" })).webhookId)
}

/** The default plan, and one that a customer leaves at the end of its contract. */
async function createPlans(server: Server, end: number): Promise<string> {
  const limit = { name: "requests", limit: 60, duration: 60_000, autoApply: true }
  await server.ok("plans.createPlan", { name: "Free", maxKeys: 100, ratelimits: [limit], default: true })
  const { planId } = await server.ok("plans.createPlan", {
    name: "Business",
    description: "For companies, by contract",
    permissions: ["documents.read", "reports.read"],
    ratelimits: [{ ...limit, limit: 6_000 }],
    meta: { support: "phone" },
  })
  const at = end + 30 * 24 * hourMs
  await server.ok("identities.updateIdentity", {
    identity: "northwind",
    plan: planId,
    planChange: { plan: "Free", at },
  })
  return String(planId)
}

/** One customer has a quota, overage and credits, and one has used up its quota. After the verifications, so that none fails. */
async function addFunds(server: Server): Promise<void> {
  const quota = { limit: 10_000, interval: "monthly", overage: 2_000 }
  await server.ok("identities.updateIdentity", { identity: "northwind", quota, used: 8_412 })
  const payment = { identity: "northwind", operation: "increment", value: 5_000, reference: "pi_1" }
  await server.ok("identities.updateCredits", payment)
  const small = { limit: 100, interval: "weekly" }
  await server.ok("identities.updateIdentity", { identity: "globex", quota: small, used: 100 })
}

/** One customer has permissions for all its keys, and one is disabled and has a scoped key. */
async function changeCustomers(server: Server, keys: readonly SeededKey[]): Promise<void> {
  await server.ok("identities.updateIdentity", { identity: "northwind", permissions: ["documents.read"] })
  const scoped = keys.filter(({ customer }) => customer === "wayne")[1]
  await server.ok("keys.updateKey", { keyId: scoped?.keyId, scoped: true })
  await server.ok("identities.updateIdentity", { identity: "wayne", enabled: false, permissions: ["documents.read"] })
}

/** Counts are stored a moment later. */
async function countsStored(server: Server, from: number, sent: number): Promise<void> {
  for (;;) {
    const { total } = await server.ok("usage.getVerifications", { from, interval: "total" })
    if (total === sent) return
    await Bun.sleep(100)
  }
}

async function createRights(server: Server): Promise<void> {
  const permissions = {
    "documents.read": "Read documents",
    "documents.write": "Create and change documents",
    "payments.read": "Read payments",
    "refunds.write": "Issue refunds",
    "reports.export": "Export reports",
  }
  for (const [slug, description] of Object.entries(permissions)) {
    await server.ok("permissions.createPermission", { name: slug, slug, description })
  }
  const roles = {
    billing: ["payments.read", "refunds.write"],
    editor: ["documents.read", "documents.write"],
    reader: ["documents.read", "payments.read"],
  }
  for (const [name, held] of Object.entries(roles)) {
    await server.ok("permissions.createRole", { name, description: `What a ${name} may do` })
    await server.ok("permissions.setRolePermissions", { role: name, permissions: held })
  }
}

const customers = [
  "northwind",
  "globex",
  "initech-eu",
  "umbrella",
  "hooli-dev",
  "stark-industries",
  "wayne",
  "acme-labs",
]
const names = ["Production", "Staging", "Mobile app", "Nightly export", "Partner sandbox", "Checkout", "Batch"]

async function createKeys(server: Server, apiIds: readonly string[], now: number): Promise<readonly SeededKey[]> {
  const keys: SeededKey[] = []
  for (const [rank, customer] of customers.entries()) {
    for (const [index, attributes] of keyAttributes(now, rank).entries()) {
      const name = mustGet(names, (rank + index) % names.length)
      const apiId = mustGet(apiIds, (rank + index) % apiIds.length)
      const created = await server.ok("keys.createKey", { apiId, name, externalId: customer, ...attributes })
      keys.push({ ...created, name, customer, weight: 1 / (rank + 1) / (index + 1) })
    }
  }
  return keys
}

/** Every customer has a key with limits, one with credits, one that expires and a plain one. */
function keyAttributes(now: number, rank: number): readonly object[] {
  return [
    {
      prefix: "acme_live",
      roles: ["billing"],
      ratelimits: [
        { name: "requests", limit: 40, duration: 60_000, autoApply: true },
        { name: "exports", limit: 5, duration: 86_400_000 },
      ],
    },
    {
      prefix: "acme_test",
      roles: ["editor"],
      credits: { remaining: 45_000 - rank * 5_800, refill: { interval: "monthly", amount: 50_000, refillDay: 1 } },
    },
    { prefix: "acme_live", expires: now + (rank * 3 + 1) * 24 * hourMs, meta: { plan: rank < 3 ? "pro" : "free" } },
    { permissions: ["reports.export"], meta: { owner: "data-team" } },
  ]
}

const paths = ["/v1/charge", "/v1/search", "/v1/refunds", "/v1/export"]

async function send(server: Server, keys: readonly SeededKey[], random: () => number, index: number): Promise<void> {
  const chosen = pick(keys, random())
  const tags = [`path=${mustGet(paths, index % paths.length)}`, ...(index % 3 === 0 ? ["region=eu"] : [])]
  const guessed = `acme_live_${random().toString(36).slice(2).padEnd(22, "x")}`
  await server.call("keys.verifyKey", {
    key: random() < 0.012 ? guessed : chosen.key,
    ip: `198.51.100.${1 + (index % 40)}`,
    tags,
    ...(random() < 0.05 && { permissions: "refunds.write" }),
  })
  if (index % 6 !== 0) return
  const identifier = `user_${Math.floor(random() * 9)}`
  await server.call("ratelimit.limit", { namespace: "uploads", identifier, limit: 2, duration: 600_000 })
}

/** Heavier keys are picked more often. */
function pick(keys: readonly SeededKey[], part: number): SeededKey {
  const total = keys.reduce((sum, { weight }) => sum + weight, 0)
  let left = part * total
  for (const key of keys) {
    left -= key.weight
    if (left <= 0) return key
  }
  return mustGet(keys, 0)
}

/** Numbers from 0 to 1, the same in every run. */
function seededRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function mustGet<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}.`)
  return item
}
