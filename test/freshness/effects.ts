import { createHash, randomUUID } from "node:crypto"
import type { TestServer } from "../harness/harness.ts"
import type { World } from "../harness/world.ts"

/** What other requests see, of changes that no verification shows. */
export interface Effect {
  readonly by: string
  /** Brings about what the change needs, and gives what `see` and `change` name. */
  prepare?(scene: Scene): Promise<Readonly<Record<string, string>>>
  see(scene: Scene): Promise<unknown>
  readonly before: unknown
  change(scene: Scene): Promise<unknown>
  readonly after: unknown
}

export interface Scene {
  readonly server: TestServer
  readonly world: World
  readonly prepared: Readonly<Record<string, string>>
  /** As the owner of the workspace. */
  ok(operation: string, body?: object): ReturnType<TestServer["ok"]>
  outcome(operation: string, body: object, key?: string): Promise<string>
  asOperator(operation: string, body: object): ReturnType<TestServer["ok"]>
}

const countIn =
  (list: string) =>
  async ({ ok }: Scene) =>
    (await ok(list)).length
const creation = (by: string, body: object, list: string, count: number): Effect => ({
  by,
  see: countIn(list),
  before: count,
  change: ({ ok }) => ok(by, body),
  after: count + 1,
})
const appearance = (by: string, body: object, [read, named, missing]: readonly [string, object, string]): Effect => ({
  by,
  see: ({ outcome }) => outcome(read, named),
  before: missing,
  change: ({ ok }) => ok(by, body),
  after: "200",
})

const limitOf = async ({ ok }: Scene) =>
  (await ok("ratelimit.limit", { namespace: "email", identifier: "premium_1", limit: 10, duration: 60_000 })).limit
const override = { namespace: "email", identifier: "premium_1", limit: 3, duration: 60_000 }

const noPermission = "403 authorization/insufficient_permissions"
const keyDisabled = "403 authorization/key_disabled"
const keyExpired = "403 authorization/key_expired"
/** Another root key, as its own calls see it. */
const ofRootKey = (by: string, body: object, after: string, attributes: object = {}): Effect => ({
  by,
  prepare: ({ ok }) => ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"], ...attributes }),
  see: ({ outcome, world, prepared }) => outcome("keys.verifyKey", { key: world.key }, prepared.rootKey),
  before: "200",
  change: ({ ok, prepared: { rootKeyId } }) =>
    ok(by, { [by.endsWith("RootKey") ? "rootKeyId" : "keyId"]: rootKeyId, ...body }),
  after,
})

/** Attributes with which a root key is refused, and with which it is not. */
const revivals = [
  [{ enabled: false }, keyDisabled],
  [{ expires: 1 }, keyExpired],
  [{ permissions: ["api.*.read_key"] }, noPermission],
] as const
const usable = { enabled: true, expires: null, permissions: ["api.*.verify_key"] }

const disabled = "403 authorization/workspace_disabled"
/** A workspace, as its root keys see it. */
const ofWorkspace = (by: string, body: object, after: string): Effect => ({
  by,
  see: ({ outcome, world }) => outcome("keys.verifyKey", { key: world.key }),
  before: "200",
  change: ({ asOperator, world: { workspaceId } }) => asOperator(by, { workspaceId, ...body }),
  after,
})
const ofDisabledWorkspace = (by: string, after: string): Effect => ({
  ...ofWorkspace(by, {}, after),
  async prepare({ asOperator, world: { workspaceId } }) {
    await asOperator("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" })
    return {}
  },
  before: disabled,
})

const imported = randomUUID()
const newWorkspace = randomUUID()

export const effects: readonly Effect[] = [
  creation("apis.createApi", { name: "New" }, "apis.listApis", 1),
  creation("keys.createMigration", { algorithm: "sha256" }, "keys.listMigrations", 1),
  creation("rootKeys.createKey", { permissions: ["event.*.read_event"] }, "rootKeys.listRootKeys", 2),
  creation("rootKeys.createRootKey", { permissions: ["event.*.read_event"] }, "rootKeys.listRootKeys", 2),
  {
    by: "keys.createKey",
    see: countIn("keys.listKeys"),
    before: 1,
    change: ({ ok, world: { apiId } }) => ok("keys.createKey", { apiId }),
    after: 2,
  },
  {
    by: "keys.createKeys",
    see: countIn("keys.listKeys"),
    before: 1,
    change: ({ ok, world: { apiId } }) => ok("keys.createKeys", { apiId, keys: [{}, {}] }),
    after: 3,
  },
  {
    by: "keys.migrateKeys",
    see: async ({ ok }) => (await ok("keys.verifyKey", { key: imported })).code,
    before: "NOT_FOUND",
    change: ({ ok, world: { apiId } }) => {
      const hash = createHash("sha256").update(imported).digest("hex")
      return ok("keys.migrateKeys", { apiId, keys: [{ hash }] })
    },
    after: "VALID",
  },
  appearance("identities.createIdentity", { externalId: "new" }, [
    "identities.getIdentity",
    { externalId: "new" },
    "404 data/identity_not_found",
  ]),
  appearance("permissions.createPermission", { name: "New", slug: "new" }, [
    "permissions.getPermission",
    { permission: "new" },
    "404 data/permission_not_found",
  ]),
  appearance("permissions.createRole", { name: "new" }, [
    "permissions.getRole",
    { role: "new" },
    "404 data/role_not_found",
  ]),
  appearance("plans.createPlan", { name: "new" }, ["plans.getPlan", { plan: "new" }, "404 data/plan_not_found"]),
  {
    by: "plans.deletePlan",
    see: ({ outcome }) => outcome("plans.getPlan", { plan: "pro" }),
    before: "200",
    change: ({ ok }) => ok("plans.deletePlan", { plan: "pro" }),
    after: "404 data/plan_not_found",
  },
  creation("webhooks.createWebhook", { url: "https://new.example/", types: ["*"] }, "webhooks.listWebhooks", 1),
  {
    by: "webhooks.updateWebhook",
    see: async ({ ok, world }) => (await ok("webhooks.getWebhook", { webhookId: world.otherIds.webhookId })).enabled,
    before: true,
    change: ({ ok, world }) => ok("webhooks.updateWebhook", { webhookId: world.otherIds.webhookId, enabled: false }),
    after: false,
  },
  {
    by: "webhooks.rotateSecret",
    see: async ({ ok, world }) =>
      (await ok("webhooks.getWebhook", { webhookId: world.otherIds.webhookId })).updatedAt === undefined,
    before: true,
    change: ({ ok, world }) => ok("webhooks.rotateSecret", { webhookId: world.otherIds.webhookId }),
    after: false,
  },
  {
    by: "webhooks.redeliver",
    see: async ({ ok, world }) => (await ok("webhooks.listDeliveries", { webhookId: world.otherIds.webhookId })).length,
    before: 0,
    async change({ ok, world }) {
      const [{ eventId }] = await ok("events.listEvents", { type: "key.created", limit: 1 })
      await ok("webhooks.redeliver", { webhookId: world.otherIds.webhookId, eventIds: [eventId] })
    },
    after: 1,
  },
  {
    by: "webhooks.deleteWebhook",
    see: ({ outcome, world }) => outcome("webhooks.getWebhook", { webhookId: world.otherIds.webhookId ?? "" }),
    before: "200",
    change: ({ ok, world }) => ok("webhooks.deleteWebhook", { webhookId: world.otherIds.webhookId }),
    after: "404 data/webhook_not_found",
  },
  {
    by: "permissions.updatePermission",
    see: async ({ ok }) => (await ok("permissions.getPermission", { permission: "documents.read" })).name,
    before: "Read",
    change: ({ ok }) => ok("permissions.updatePermission", { permission: "documents.read", name: "Renamed" }),
    after: "Renamed",
  },
  {
    by: "ratelimit.setOverride",
    see: limitOf,
    before: 90,
    change: ({ ok }) => ok("ratelimit.setOverride", override),
    after: 3,
  },
  {
    by: "ratelimit.deleteOverride",
    see: limitOf,
    before: 90,
    change: ({ ok }) => ok("ratelimit.deleteOverride", { namespace: "email", identifier: "premium_*" }),
    after: 10,
  },
  {
    by: "ratelimit.deleteNamespace",
    see: ({ outcome }) => outcome("ratelimit.limit", override),
    before: "200",
    change: ({ ok }) => ok("ratelimit.deleteNamespace", { namespace: "email" }),
    after: "410 data/ratelimit_namespace_gone",
  },
  ...["rootKeys.updateKey", "rootKeys.updateRootKey"].map((by) => ofRootKey(by, { enabled: false }, keyDisabled)),
  ofRootKey("rootKeys.updateRootKey", { permissions: ["api.*.read_key"] }, noPermission),
  ofRootKey("rootKeys.updateRootKey", { expires: 1 }, keyExpired),
  ...revivals.map(([attributes, before]) => ({
    ...ofRootKey("rootKeys.updateRootKey", usable, "200", attributes),
    before,
  })),
  ...["rootKeys.rerollKey", "rootKeys.rerollRootKey"].map((by) => ofRootKey(by, { expiration: 0 }, keyExpired)),
  ...["rootKeys.deleteKey", "rootKeys.deleteRootKey"].map((by) =>
    ofRootKey(by, {}, "401 authentication/key_not_found"),
  ),
  ofWorkspace("workspaces.updateWorkspace", { limits: { verificationsPerMonth: 0 } }, "403 limits/quota_exceeded"),
  ofWorkspace("workspaces.disableWorkspace", { reason: "unpaid_billing" }, disabled),
  ofDisabledWorkspace("workspaces.enableWorkspace", "200"),
  ofDisabledWorkspace("workspaces.deleteWorkspace", "401 authentication/key_not_found"),
  {
    by: "workspaces.createWorkspace",
    see: async ({ asOperator }) => (await asOperator("workspaces.listWorkspaces", { search: newWorkspace })).length,
    before: 0,
    change: ({ asOperator }) => asOperator("workspaces.createWorkspace", { name: newWorkspace }),
    after: 1,
  },
]
