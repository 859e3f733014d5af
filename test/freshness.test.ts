import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { operations } from "../src/operations/index.ts"
import { createKey } from "./fixtures.ts"
import { engines, startKeyward, type TestServer, type TestWorkspace } from "./harness.ts"
import { outcomeOf } from "./outcome.ts"
import { createWorld, type World } from "./world.ts"

/** A change takes effect before its response: the very next verification sees it. */

interface Subject {
  readonly apiId: string
  readonly keyId: string
  readonly key: string
}

interface Change {
  readonly what: string
  /** The mutation that makes it. */
  readonly by: string
  /** How the key looks before; VALID and seen by several verifications. */
  readonly key?: Readonly<Record<string, unknown>>
  readonly asked?: Readonly<Record<string, unknown>>
  change(keyward: TestServer, subject: Subject): Promise<unknown>
  /** The expected fields of the response, or the expected error. */
  readonly after: Readonly<Record<string, unknown>> | string
}

const call = (operation: string, body: object) => ({
  by: operation,
  change: (keyward: TestServer) => keyward.ok(operation, body),
})
const forKey = (operation: string, body: object = {}) => ({
  by: operation,
  change: (keyward: TestServer, { keyId }: Subject) => keyward.ok(operation, { keyId, ...body }),
})
const unknown = { valid: false, code: "NOT_FOUND" }
const limit = { name: "calls", limit: 100, duration: 60_000 }

const changes: readonly Change[] = [
  { what: "a key is disabled", ...forKey("keys.updateKey", { enabled: false }), after: { code: "DISABLED" } },
  { what: "a key expires by decree", ...forKey("keys.updateKey", { expires: 1 }), after: { code: "EXPIRED" } },
  {
    what: "a key is renamed",
    key: { name: "Old", meta: { a: 1 } },
    ...forKey("keys.updateKey", { name: null, meta: { b: 2 } }),
    after: { code: "VALID", name: undefined, meta: { b: 2 } },
  },
  {
    what: "a key gets an allow list",
    ...forKey("keys.updateKey", { ipAllowlist: ["10.0.0.0/8"] }),
    after: { code: "FORBIDDEN" },
  },
  {
    what: "a key gets limits",
    ...forKey("keys.updateKey", { ratelimits: [{ ...limit, autoApply: true }] }),
    after: { ratelimits: [expect.objectContaining({ name: "calls", remaining: 99 })] },
  },
  {
    what: "a key loses a limit",
    key: { ratelimits: [limit] },
    asked: { ratelimits: [{ name: "calls", cost: 0 }] },
    ...forKey("keys.updateKey", { ratelimits: [] }),
    after: "412 application/precondition_failed",
  },
  {
    what: "a key gets credits",
    ...forKey("keys.updateCredits", { operation: "set", value: 0 }),
    after: { code: "USAGE_EXCEEDED", credits: 0 },
  },
  {
    what: "a key becomes unlimited",
    key: { credits: { remaining: 100 } },
    ...forKey("keys.updateKey", { credits: null }),
    after: { code: "VALID", credits: undefined },
  },
  {
    what: "a key gets credits through another key that shares its balance",
    by: "keys.updateCredits",
    key: { credits: { remaining: 100 } },
    async change(keyward, { keyId, key }) {
      const successor = await keyward.ok("keys.rerollKey", { keyId, expiration: 3_600_000 })
      const set = (value: number | null) =>
        keyward.ok("keys.updateCredits", { keyId: successor.keyId, operation: "set", value })
      await set(null)
      // Cached as unlimited from here on.
      await keyward.ok("keys.verifyKey", { key })
      await set(0)
    },
    after: { code: "USAGE_EXCEEDED", credits: 0 },
  },
  {
    what: "a key is linked to an identity",
    ...forKey("keys.updateKey", { externalId: "somebody else" }),
    after: { identity: expect.objectContaining({ externalId: "somebody else" }) },
  },
  {
    what: "a key is unlinked from its identity",
    key: { externalId: "alice" },
    ...forKey("keys.updateKey", { externalId: null }),
    after: { code: "VALID", identity: undefined },
  },
  { what: "a key is deleted", ...forKey("keys.deleteKey"), after: unknown },
  { what: "a key is erased", ...forKey("keys.deleteKey", { permanent: true }), after: unknown },
  {
    what: "a key revokes itself",
    by: "keys.revokeSelf",
    change: (keyward, { key }) => keyward.ok("keys.revokeSelf", {}, { key }),
    after: unknown,
  },
  { what: "a key is rerolled", ...forKey("keys.rerollKey", { expiration: 0 }), after: { code: "EXPIRED" } },
  {
    what: "a key gets a permission",
    ...forKey("keys.addPermissions", { permissions: ["docs.read"] }),
    after: { permissions: ["docs.read"] },
  },
  {
    what: "a key loses a permission",
    key: { permissions: ["docs.read"] },
    asked: { permissions: "docs.read" },
    ...forKey("keys.removePermissions", { permissions: ["docs.read"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: [] },
  },
  {
    what: "the permissions of a key are replaced",
    key: { permissions: ["docs.read"] },
    ...forKey("keys.setPermissions", { permissions: ["docs.write"] }),
    after: { permissions: ["docs.write"] },
  },
  {
    what: "a key gets a role",
    ...forKey("keys.addRoles", { roles: ["editor"] }),
    after: { roles: ["editor"], permissions: ["docs.edit"] },
  },
  {
    what: "a key loses a role",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...forKey("keys.removeRoles", { roles: ["editor"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: [] },
  },
  {
    what: "the roles of a key are replaced",
    key: { roles: ["editor"] },
    ...forKey("keys.setRoles", { roles: [] }),
    after: { roles: [], permissions: [] },
  },
  {
    what: "a role of a key gets other permissions",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...call("permissions.setRolePermissions", { role: "editor", permissions: ["docs.view"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: ["docs.view"] },
  },
  {
    what: "an empty role of a key gets its first permission",
    key: { roles: ["empty"] },
    ...call("permissions.setRolePermissions", { role: "empty", permissions: ["docs.view"] }),
    after: { permissions: ["docs.view"] },
  },
  {
    what: "a role of a key is renamed",
    key: { roles: ["editor"] },
    ...call("permissions.updateRole", { role: "editor", name: "author" }),
    after: { roles: ["author"], permissions: ["docs.edit"] },
  },
  {
    what: "a role of a key is deleted",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...call("permissions.deleteRole", { role: "editor" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: [], permissions: [] },
  },
  {
    what: "a permission of a key is deleted",
    key: { permissions: ["docs.edit"] },
    asked: { permissions: "docs.edit" },
    ...call("permissions.deletePermission", { permission: "docs.edit" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: [] },
  },
  {
    what: "a permission that a key has through a role is deleted",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...call("permissions.deletePermission", { permission: "docs.edit" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: ["editor"], permissions: [] },
  },
  {
    what: "the identity of a key changes",
    key: { externalId: "alice" },
    ...call("identities.updateIdentity", { identity: "alice", meta: { plan: "pro" } }),
    after: { identity: expect.objectContaining({ meta: { plan: "pro" } }) },
  },
  {
    what: "the identity of a key gets limits",
    key: { externalId: "alice" },
    ...call("identities.updateIdentity", { identity: "alice", ratelimits: [{ ...limit, autoApply: true }] }),
    after: { ratelimits: [expect.objectContaining({ name: "calls", remaining: 99 })] },
  },
  {
    what: "the identity of a key is deleted",
    key: { externalId: "alice" },
    ...call("identities.deleteIdentity", { identity: "alice" }),
    after: { code: "VALID", identity: undefined },
  },
  {
    what: "the identity of a key is deleted and its keys disabled",
    key: { externalId: "alice" },
    ...call("identities.deleteIdentity", { identity: "alice", keys: "disable" }),
    after: { code: "DISABLED", identity: undefined },
  },
  {
    what: "the identity of a key is deleted with its keys",
    key: { externalId: "alice" },
    ...call("identities.deleteIdentity", { identity: "alice", keys: "delete" }),
    after: unknown,
  },
  {
    what: "the API of a key gets an allow list",
    by: "apis.updateApi",
    change: (keyward, { apiId }) => keyward.ok("apis.updateApi", { apiId, ipAllowlist: ["10.0.0.0/8"] }),
    after: { code: "FORBIDDEN" },
  },
  {
    what: "the API of a key is deleted",
    by: "apis.deleteApi",
    change: (keyward, { apiId }) => keyward.ok("apis.deleteApi", { apiId }),
    after: unknown,
  },
]

/** What other requests see, of changes that no verification shows. */
interface Effect {
  readonly by: string
  /** Brings about what the change needs, and gives what `see` and `change` name. */
  prepare?(scene: Scene): Promise<Readonly<Record<string, string>>>
  see(scene: Scene): Promise<unknown>
  readonly before: unknown
  change(scene: Scene): Promise<unknown>
  readonly after: unknown
}

interface Scene {
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

/** Another root key, as its own calls see it. */
const ofRootKey = (by: string, body: object, after: string): Effect => ({
  by,
  prepare: ({ ok }) => ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] }),
  see: ({ outcome, world, prepared }) => outcome("keys.verifyKey", { key: world.key }, prepared.rootKey),
  before: "200",
  change: ({ ok, prepared: { rootKeyId } }) =>
    ok(by, { [by.endsWith("RootKey") ? "rootKeyId" : "keyId"]: rootKeyId, ...body }),
  after,
})

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

const effects: readonly Effect[] = [
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
  ...["rootKeys.updateKey", "rootKeys.updateRootKey"].map((by) =>
    ofRootKey(by, { enabled: false }, "403 authorization/key_disabled"),
  ),
  ...["rootKeys.rerollKey", "rootKeys.rerollRootKey"].map((by) =>
    ofRootKey(by, { expiration: 0 }, "403 authorization/key_expired"),
  ),
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

test("every mutation has a case", () => {
  const covered = new Set([...changes, ...effects].map(({ by }) => by))
  const mutations = operations.filter(({ kind }) => kind === "mutation").map(({ name }) => name)
  expect([...covered].sort()).toEqual(mutations)
})

describe.each([...engines])("the very next request on %s", (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startKeyward({ engine })
  })
  afterAll(() => server.stop())

  test.each(effects.map((effect) => [effect.by, effect] as const))("sees what %s did", async (_by, effect) => {
    const world = await createWorld(server)
    const scene: Scene = {
      server,
      world,
      prepared: {},
      ok: (operation, body = {}) => server.ok(operation, body, { key: world.rootKey }),
      outcome: async (operation, body, key = world.rootKey) => outcomeOf(await server.call(operation, body, { key })),
      asOperator: (operation, body) => server.ok(operation, body, { key: server.operatorKey }),
    }
    const prepared = { ...scene, prepared: (await effect.prepare?.(scene)) ?? {} }
    for (const _again of [1, 2]) expect(await effect.see(prepared)).toBe(effect.before)
    await effect.change(prepared)
    expect(await effect.see(prepared)).toBe(effect.after)
  })
})

describe.each([...engines])("the very next verification on %s", (engine) => {
  let keyward: TestServer
  beforeAll(async () => {
    keyward = await startKeyward({ engine })
  })
  afterAll(() => keyward.stop())

  /** Restores what an earlier case has changed. */
  const furnish = async () => {
    await keyward.call("permissions.deleteRole", { role: "author" })
    await keyward.call("permissions.createRole", { name: "editor" })
    await keyward.ok("permissions.setRolePermissions", { role: "editor", permissions: ["docs.edit"] })
    await keyward.call("permissions.createRole", { name: "empty" })
    await keyward.ok("permissions.setRolePermissions", { role: "empty", permissions: [] })
    await keyward.call("identities.deleteIdentity", { identity: "alice" })
  }

  /** Objects that the key shares with others, such as its API, may be cached earlier through those others. */
  const surroundings: readonly (readonly [
    string,
    (subject: Subject, verify: () => Promise<unknown>) => Promise<void>,
  ])[] = [
    ["alone", async () => {}],
    [
      "beside another key of its API, and changed before",
      async ({ apiId, keyId }, verify) => {
        const other = await createKey(keyward, { apiId })
        await keyward.ok("keys.verifyKey", { key: other.key })
        await verify()
        const { name = null } = await keyward.ok("keys.getKey", { keyId })
        for (const next of ["Renamed", name]) {
          await keyward.ok("keys.updateKey", { keyId, name: next })
          await verify()
        }
      },
    ],
  ]
  const cases = changes.flatMap((change) =>
    surroundings.map(([where, surround]) => [change.what, where, change, surround] as const),
  )

  test.each(cases)("sees that %s, %s", async (_what, _where, change, surround) => {
    await furnish()
    const subject = await createKey(keyward, change.key ?? {})
    const verify = () => keyward.call("keys.verifyKey", { key: subject.key, ...change.asked })
    await surround(subject, verify)
    for (const _again of [1, 2]) expect((await verify()).body.data).toMatchObject({ code: "VALID" })
    await change.change(keyward, subject)
    const reply = await verify()
    if (typeof change.after === "string") {
      expect(outcomeOf(reply)).toBe(change.after)
      return
    }
    const { data } = reply.body
    expect(Object.fromEntries(Object.keys(change.after).map((member) => [member, data[member]]))).toEqual(change.after)
  })

  describe("and its caller", () => {
    let own: TestWorkspace
    let subject: Subject
    beforeAll(async () => {
      own = await keyward.createWorkspace()
      subject = await createKey(keyward, {}, own.rootKey)
    })
    const verifyWith = (key: string) => keyward.call("keys.verifyKey", { key: subject.key }, { key })
    const codeWith = async (key: string) => (await verifyWith(key)).body.data?.code

    test("see that a root key changes", async () => {
      const { rootKeyId, rootKey } = await keyward.ok(
        "rootKeys.createRootKey",
        { permissions: ["api.*.verify_key"] },
        { key: own.rootKey },
      )
      const change = (body: object) =>
        keyward.ok("rootKeys.updateRootKey", { rootKeyId, ...body }, { key: own.rootKey })
      expect(await codeWith(rootKey)).toBe("VALID")
      await change({ permissions: ["api.*.read_key"] })
      expect(outcomeOf(await verifyWith(rootKey))).toBe("403 authorization/insufficient_permissions")
      await change({ permissions: [`api.${subject.apiId}.verify_key`] })
      expect(await codeWith(rootKey)).toBe("VALID")
      await change({ enabled: false })
      expect(outcomeOf(await verifyWith(rootKey))).toBe("403 authorization/key_disabled")
      await change({ enabled: true, expires: 1 })
      expect(outcomeOf(await verifyWith(rootKey))).toBe("403 authorization/key_expired")
      await change({ expires: null })
      expect(await codeWith(rootKey)).toBe("VALID")
      const { rootKey: successor } = await keyward.ok(
        "rootKeys.rerollRootKey",
        { rootKeyId, expiration: 0 },
        { key: own.rootKey },
      )
      expect(outcomeOf(await verifyWith(rootKey))).toBe("403 authorization/key_expired")
      expect(await codeWith(successor)).toBe("VALID")
      await keyward.ok("rootKeys.deleteRootKey", { rootKeyId }, { key: own.rootKey })
      expect(outcomeOf(await verifyWith(rootKey))).toBe("401 authentication/key_not_found")
    })
  })

  test("is never answered from before the change while many others are under way", async () => {
    const { keyId, key } = await createKey(keyward, { externalId: "hammered" })
    const verify = async () => (await keyward.ok("keys.verifyKey", { key })).code
    const traffic = { isOn: true }
    const others = Array.from({ length: 6 }, async () => {
      while (traffic.isOn) await verify()
    })
    const wrong: string[] = []
    for (let round = 0; round < 60; round += 1) {
      const enabled = round % 2 === 1
      await keyward.ok("keys.updateKey", { keyId, enabled })
      const code = await verify()
      if (code !== (enabled ? "VALID" : "DISABLED")) wrong.push(`${round}: ${code}`)
    }
    traffic.isOn = false
    await Promise.all(others)
    expect(wrong).toEqual([])
  })
})
