import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { operations } from "../../src/operations/index.ts"
import { nodesOf, putAt } from "../body-nodes.ts"
import { type Fingerprints, openFingerprints } from "../fingerprint.ts"
import { engines, startKeyward, type TestServer } from "../harness.ts"
import { listingOf } from "../listing.ts"
import { outcomeOf } from "../outcome.ts"
import { createRandom } from "../random.ts"
import { steadyWindowMs } from "../steady-window.ts"
import { createWorld, exampleIn, type World } from "../world.ts"

/** P7, where the walk over members in every-operation.test.ts does not reach: deeper places, names, and what hangs on ids. */

const ofWorkspaces = operations
  .filter(({ callers = ["root_key"] }) => !callers.every((caller) => caller === "operator"))
  .map((operation) => [operation.name, operation] as const)

describe.each([...engines])("workspaces on %s", (engine) => {
  let server: TestServer
  let own: World
  let foreign: World
  let fingerprints: Fingerprints
  /** In everything that the foreign workspace has a word in. */
  const canary = `canary-${randomBytes(8).toString("hex")}`

  beforeAll(async () => {
    server = await startKeyward({ engine })
    own = await createWorld(server)
    foreign = await createWorld(server)
    await hideCanaries()
    fingerprints = await openFingerprints(server)
  })
  afterAll(async () => {
    await fingerprints.close()
    await server.stop()
  })

  test.each(ofWorkspaces)(
    "%s with an id of another workspace in any place shows and changes nothing of it",
    async (name, operation) => {
      const world = await createWorld(server)
      const before = await listingOf(server, foreign)
      const key = name === "keys.revokeSelf" ? world.key : world.rootKey
      const nodes = nodesOf(operation, exampleIn(world, operation)).filter(({ types }) => types.has("string"))
      const random = createRandom(Bun.hash.crc32(name))
      for (const { body, path } of nodes) {
        for (const id of random.some(foreignIds(), 4)) {
          const reply = await server.call(name, putAt(body, path, id), { key })
          expect(reply.status).toBeLessThan(500)
          expect(reply.text).not.toContain(canary)
          expect(reply.text).not.toContain(foreign.rootKey)
        }
      }
      expect(await listingOf(server, foreign)).toBe(before)
    },
  )

  describe("refuse an object of another one", () => {
    const cases: [string, string, () => unknown, string][] = [
      [
        "keys.migrateKeys",
        "a role by its name",
        () => ({ apiId: own.apiId, keys: [{ hash: "0".repeat(64), roles: [`${canary}-role`] }] }),
        "404 data/role_not_found",
      ],
      [
        "keys.createKey",
        "a role after one of its own",
        () => ({ apiId: own.apiId, roles: ["editor", foreign.roleId] }),
        "404 data/role_not_found",
      ],
      [
        "keys.createKey",
        "a permission after one of its own",
        () => ({ apiId: own.apiId, permissions: ["documents.read", foreign.permissionId] }),
        "404 data/permission_not_found",
      ],
      [
        "keys.updateKey",
        "a role after one of its own",
        () => ({ keyId: own.keyId, roles: ["editor", foreign.roleId] }),
        "404 data/role_not_found",
      ],
      [
        "keys.addRoles",
        "a role by its name",
        () => ({ keyId: own.keyId, roles: [`${canary}-role`] }),
        "404 data/role_not_found",
      ],
      [
        "keys.setRoles",
        "a role after one of its own",
        () => ({ keyId: own.keyId, roles: ["editor", foreign.roleId] }),
        "404 data/role_not_found",
      ],
      [
        "keys.removePermissions",
        "a permission by its slug",
        () => ({ keyId: own.keyId, permissions: [`${canary}.read`] }),
        "404 data/permission_not_found",
      ],
      [
        "permissions.createRole",
        "a permission after one of its own",
        () => ({ name: "mixed", permissions: ["documents.read", foreign.permissionId] }),
        "404 data/permission_not_found",
      ],
      [
        "permissions.getPermission",
        "a permission by its slug",
        () => ({ permission: `${canary}.read` }),
        "404 data/permission_not_found",
      ],
      [
        "permissions.deletePermission",
        "a permission by its slug",
        () => ({ permission: `${canary}.read` }),
        "404 data/permission_not_found",
      ],
      ["permissions.deleteRole", "a role by its name", () => ({ role: `${canary}-role` }), "404 data/role_not_found"],
      [
        "identities.getIdentity",
        "an identity by its external id",
        () => ({ identity: `${canary}-user` }),
        "404 data/identity_not_found",
      ],
      [
        "identities.updateIdentity",
        "an identity by its external id",
        () => ({ identity: `${canary}-user`, meta: {} }),
        "404 data/identity_not_found",
      ],
      [
        "ratelimit.multiLimit",
        "a namespace in a later entry",
        () => [limiting("email"), limiting(foreign.namespaceId)],
        "404 data/ratelimit_namespace_not_found",
      ],
      [
        "ratelimit.setOverride",
        "a namespace by its name",
        () => ({ ...limiting(`${canary}-space`), cost: undefined }),
        "404 data/ratelimit_namespace_not_found",
      ],
      [
        "ratelimit.deleteNamespace",
        "a namespace by its name",
        () => ({ namespace: `${canary}-space` }),
        "404 data/ratelimit_namespace_not_found",
      ],
      ["keys.whoami", "a root key", () => ({ key: foreign.rootKey }), "404 data/key_not_found"],
    ]

    test.each(cases)("%s: %s", async (name, _what, body, outcome) => {
      const before = await fingerprints.take()
      expect(outcomeOf(await server.call(name, body(), { key: own.rootKey }))).toBe(outcome)
      expect(await fingerprints.take()).toBe(before)
    })

    const limiting = (namespace: string) => ({
      namespace,
      identifier: "user_1",
      limit: 1,
      duration: steadyWindowMs,
      cost: 1,
    })

    test("a check that was refused for it has taken nothing of the others", async () => {
      const reply = await server.call("ratelimit.limit", limiting("email"), { key: own.rootKey })
      expect(reply.body.data).toMatchObject({ success: true, remaining: 0 })
    })
  })

  test("an operator too finds a root key in its own workspace only", async () => {
    const before = await fingerprints.take()
    const body = { workspaceId: own.workspaceId, rootKeyId: foreign.rootKeyId }
    const calls: [string, object][] = [
      ["rootKeys.getRootKey", {}],
      ["rootKeys.updateRootKey", { enabled: false }],
      ["rootKeys.rerollRootKey", { expiration: 0 }],
      ["rootKeys.deleteRootKey", {}],
      ["rootKeys.updateKey", { keyId: foreign.rootKeyId, rootKeyId: undefined, enabled: false }],
      ["rootKeys.rerollKey", { keyId: foreign.rootKeyId, rootKeyId: undefined, expiration: 0 }],
      ["rootKeys.deleteKey", { keyId: foreign.rootKeyId, rootKeyId: undefined }],
    ]
    for (const [name, more] of calls) {
      const reply = await server.call(name, { ...body, ...more }, { key: server.operatorKey })
      expect(outcomeOf(reply)).toBe("404 data/root_key_not_found")
    }
    expect(await fingerprints.take()).toBe(before)
  })

  test("filters by objects of another workspace find nothing", async () => {
    const key = own.rootKey
    for (const filter of [
      { resourceId: foreign.keyId },
      { resourceId: foreign.workspaceId },
      { actorId: foreign.rootKeyId },
    ]) {
      expect(await server.ok("events.listEvents", filter, { key })).toEqual([])
    }
    for (const filter of [{ identityId: foreign.identityId }, { externalId: `${canary}-user` }, { search: canary }]) {
      expect(await server.ok("keys.listKeys", filter, { key })).toEqual([])
    }
    const lists = ["apis.listApis", "identities.listIdentities", "permissions.listPermissions", "permissions.listRoles"]
    for (const list of [...lists, "rootKeys.listRootKeys", "ratelimit.listNamespaces"]) {
      for (const search of [canary, foreign.identityId, foreign.apiId, foreign.roleId, foreign.namespaceId]) {
        expect(await server.ok(list, { search }, { key })).toEqual([])
      }
    }
  })

  test("grants for ids of another workspace open nothing of it", async () => {
    const before = await fingerprints.take()
    const narrow = await server.createRootKey(
      [
        `api.${foreign.apiId}.read_key`,
        `api.${foreign.apiId}.update_key`,
        `api.${foreign.apiId}.create_key`,
        `api.${foreign.apiId}.verify_key`,
        `identity.${foreign.identityId}.read_identity`,
        `ratelimit.${foreign.namespaceId}.limit`,
      ],
      own,
    )
    expect(await fingerprints.take()).not.toBe(before)
    const created = await fingerprints.take()
    const calls: [string, unknown, string][] = [
      ["keys.getKey", { keyId: foreign.keyId }, "404 data/key_not_found"],
      ["keys.updateKey", { keyId: foreign.keyId, enabled: false }, "404 data/key_not_found"],
      ["keys.createKey", { apiId: foreign.apiId }, "404 data/api_not_found"],
      ["apis.listKeys", { apiId: foreign.apiId }, "404 data/api_not_found"],
      ["identities.getIdentity", { identityId: foreign.identityId }, "404 data/identity_not_found"],
      [
        "ratelimit.limit",
        { namespace: foreign.namespaceId, identifier: "a", limit: 1, duration: 1_000 },
        "404 data/ratelimit_namespace_not_found",
      ],
    ]
    for (const [name, body, outcome] of calls) {
      expect(outcomeOf(await server.call(name, body, { key: narrow }))).toBe(outcome)
    }
    expect(await server.ok("keys.verifyKey", { key: foreign.key }, { key: narrow })).toEqual({
      valid: false,
      code: "NOT_FOUND",
    })
    expect(await fingerprints.take()).toBe(created)
  })

  test("equal names are different objects: identities, slugs, roles, namespaces and their counters", async () => {
    const [one, other] = [await createWorld(server), await createWorld(server)]
    const check = { namespace: "shared", identifier: "user_1", limit: 1, duration: steadyWindowMs }
    for (const { rootKey } of [one, other]) {
      expect(await server.ok("ratelimit.limit", check, { key: rootKey })).toMatchObject({ success: true, remaining: 0 })
    }
    const override = { namespace: "shared", identifier: "user_1", limit: 50, duration: steadyWindowMs }
    await server.ok("ratelimit.setOverride", override, { key: one.rootKey })
    expect(await server.ok("ratelimit.limit", check, { key: other.rootKey })).toMatchObject({
      success: false,
      limit: 1,
    })
    const before = await listingOf(server, other)
    await server.ok("identities.deleteIdentity", { identity: "user_42", keys: "delete" }, { key: one.rootKey })
    await server.ok("permissions.deleteRole", { role: "editor" }, { key: one.rootKey })
    await server.ok("permissions.deletePermission", { permission: "documents.read" }, { key: one.rootKey })
    await server.ok("ratelimit.deleteNamespace", { namespace: "shared" }, { key: one.rootKey })
    expect(await listingOf(server, other)).toBe(before)
  })

  test("an external id that is the id of a foreign identity is a name like any other", async () => {
    const created = await server.ok(
      "identities.createIdentity",
      { externalId: foreign.identityId },
      { key: own.rootKey },
    )
    const found = await server.ok("identities.getIdentity", { identity: foreign.identityId }, { key: own.rootKey })
    expect(found).toMatchObject({ identityId: created.identityId, externalId: foreign.identityId, meta: {} })
    await server.ok("identities.deleteIdentity", { identity: foreign.identityId }, { key: own.rootKey })
    expect(
      (await server.ok("identities.getIdentity", { identity: foreign.identityId }, { key: foreign.rootKey })).meta,
    ).toEqual({ canary })
  })

  function foreignIds(): readonly string[] {
    const { rootKey: _rootKey, key: _key, ...ids } = foreign
    return Object.values(ids)
  }

  async function hideCanaries(): Promise<void> {
    const ok = (name: string, body: unknown) => server.ok(name, body, { key: foreign.rootKey })
    await ok("apis.updateApi", { apiId: foreign.apiId, name: `${canary}-api` })
    await ok("keys.updateKey", { keyId: foreign.keyId, name: `${canary}-key`, meta: { canary } })
    await ok("identities.updateIdentity", { identity: foreign.identityId, meta: { canary } })
    await ok("identities.createIdentity", { externalId: `${canary}-user` })
    await ok("permissions.createPermission", { name: canary, slug: `${canary}.read`, description: canary })
    await ok("permissions.createRole", { name: `${canary}-role`, description: canary })
    await ok("ratelimit.limit", { namespace: `${canary}-space`, identifier: canary, limit: 1, duration: 1_000 })
    await ok("ratelimit.setOverride", { namespace: foreign.namespaceId, identifier: canary, limit: 1, duration: 1_000 })
    await ok("keys.createMigration", { name: canary, algorithm: "sha256" })
    await ok("rootKeys.updateRootKey", { rootKeyId: foreign.rootKeyId, name: canary })
    await ok("workspaces.updateWorkspace", { name: canary })
  }
})
