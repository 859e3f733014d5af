import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createRandom } from "../harness/random.ts"
import { rejection } from "../harness/rejection.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { createWorld, exampleIn, furnishingFor } from "../harness/world.ts"
import { nodesOf, putAt } from "../requests/body-nodes.ts"
import { listingOf } from "../requests/listing.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"

/** P7, where every-reference.test.ts does not reach: deeper places, names, and what hangs on ids. */

const ofWorkspaces = operations
  .filter(({ callers = ["root_key"] }) => !callers.every((caller) => caller === "operator"))
  .map((operation) => [operation.name, operation] as const)

const check = { namespace: "shared", identifier: "user_1", limit: 1, duration: steadyWindowMs }

describe("workspaces", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const own = serveWorld(server, { hasPeople: true })
  const foreign = serveWorld(server, { hasPeople: true })
  const unchanged = watchStorage(server)
  /** In everything that the foreign workspace has a word in. */
  const canary = `canary-${randomBytes(8).toString("hex")}`

  beforeAll(hideCanaries)

  test.each(ofWorkspaces)(
    "%s with an id of another workspace in any place shows and changes nothing of it",
    async (name, operation) => {
      // What changes nothing needs no world of its own.
      const world = operation.kind === "query" ? own : await createWorld(server, furnishingFor(operation))
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

  test("are watched: a change is seen", async () => {
    expect(await rejection(unchanged(() => server.createRootKey(["*"], own)))).toBeInstanceOf(Error)
  })

  describe("refuse an object of another one", () => {
    const namespace = "ratelimit_namespace"
    const hash = "0".repeat(64)
    const role = { named: `${canary}-role`, later: () => ["editor", foreign.roleId] }
    const permission = { named: `${canary}.read`, later: () => ["documents.read", foreign.permissionId] }
    const cases: [string, string, string, () => unknown][] = [
      ["keys.migrateKeys", "role", "by its name", () => ({ apiId: own.apiId, keys: [{ hash, roles: [role.named] }] })],
      ["keys.createKey", "role", "after one of its own", () => ({ apiId: own.apiId, roles: role.later() })],
      [
        "keys.createKey",
        "permission",
        "after one of its own",
        () => ({ apiId: own.apiId, permissions: permission.later() }),
      ],
      ["keys.updateKey", "role", "after one of its own", () => ({ keyId: own.keyId, roles: role.later() })],
      ["keys.addRoles", "role", "by its name", () => ({ keyId: own.keyId, roles: [role.named] })],
      ["keys.setRoles", "role", "after one of its own", () => ({ keyId: own.keyId, roles: role.later() })],
      [
        "keys.removePermissions",
        "permission",
        "by its slug",
        () => ({ keyId: own.keyId, permissions: [permission.named] }),
      ],
      [
        "permissions.createRole",
        "permission",
        "after one of its own",
        () => ({ name: "mixed", permissions: permission.later() }),
      ],
      ["permissions.getPermission", "permission", "by its slug", () => ({ permission: permission.named })],
      ["permissions.deletePermission", "permission", "by its slug", () => ({ permission: permission.named })],
      ["permissions.deleteRole", "role", "by its name", () => ({ role: role.named })],
      ["plans.getPlan", "plan", "by its name", () => ({ plan: `${canary}-plan` })],
      ["plans.updatePlan", "plan", "by its name", () => ({ plan: `${canary}-plan`, maxKeys: 1 })],
      ["plans.deletePlan", "plan", "by its name", () => ({ plan: `${canary}-plan` })],
      [
        "identities.updateIdentity",
        "plan",
        "by its name",
        () => ({ identity: own.identityId, plan: `${canary}-plan` }),
      ],
      [
        "identities.createIdentity",
        "plan",
        "in the future",
        () => ({ externalId: "planned", planChange: { plan: foreign.planId, at: 4_000_000_000_000 } }),
      ],
      ["identities.getIdentity", "identity", "by its external id", () => ({ identity: `${canary}-user` })],
      ["identities.updateIdentity", "identity", "by its external id", () => ({ identity: `${canary}-user`, meta: {} })],
      ["ratelimit.multiLimit", namespace, "in a later entry", () => [limiting("email"), limiting(foreign.namespaceId)]],
      ["ratelimit.setOverride", namespace, "by its name", () => ({ ...limiting(`${canary}-space`), cost: undefined })],
      ["ratelimit.deleteNamespace", namespace, "by its name", () => ({ namespace: `${canary}-space` })],
      ["keys.whoami", "key", "that is a root key", () => ({ key: foreign.rootKey })],
    ]

    test.each(cases)("%s: a %s %s", (name, kind, _which, body) =>
      unchanged(async () => {
        const reply = await server.call(name, body(), { key: own.rootKey })
        expect(outcomeOf(reply)).toBe(`404 data/${kind}_not_found`)
      }),
    )

    const limiting = (name: string) => ({ ...check, namespace: name, cost: 1 })

    test("a check that was refused for it has taken nothing of the others", async () => {
      const reply = await server.call("ratelimit.limit", limiting("email"), { key: own.rootKey })
      expect(reply.body.data).toMatchObject({ success: true, remaining: 0 })
    })
  })

  test("an operator too finds a root key in its own workspace only", async () => {
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
    await unchanged(async () => {
      for (const [name, more] of calls) {
        const reply = await server.call(name, { ...body, ...more }, { key: server.operatorKey })
        expect(outcomeOf(reply)).toBe("404 data/root_key_not_found")
      }
    })
  })

  test("filters by objects of another workspace find nothing", async () => {
    const key = own.rootKey
    for (const resourceId of [foreign.keyId, foreign.workspaceId]) {
      expect(await server.ok("events.listEvents", { resourceId }, { key })).toEqual([])
    }
    const [byForeign, byNobody] = await Promise.all(
      [foreign.rootKeyId, "rk_nobody"].map((actorId) => server.call("events.listEvents", { actorId }, { key })),
    )
    expect(byForeign?.status).toBe(400)
    expect(byForeign?.body.error).toEqual(byNobody?.body.error)
    for (const filter of [{ identityId: foreign.identityId }, { externalId: `${canary}-user` }, { search: canary }]) {
      expect(await server.ok("keys.listKeys", filter, { key })).toEqual([])
    }
    const lists = ["apis.listApis", "identities.listIdentities", "plans.listPlans", "permissions.listRoles"]
    for (const list of [...lists, "permissions.listPermissions", "rootKeys.listRootKeys", "ratelimit.listNamespaces"]) {
      for (const search of [
        canary,
        foreign.identityId,
        foreign.apiId,
        foreign.roleId,
        foreign.planId,
        foreign.namespaceId,
      ]) {
        expect(await server.ok(list, { search }, { key })).toEqual([])
      }
    }
  })

  test("grants for ids of another workspace open nothing of it", async () => {
    const ofApi = ["read_key", "update_key", "create_key", "verify_key"].map(
      (action) => `api.${foreign.apiId}.${action}`,
    )
    const others = [`identity.${foreign.identityId}.read_identity`, `ratelimit.${foreign.namespaceId}.limit`]
    const key = await server.createRootKey([...ofApi, ...others], own)
    const calls: [string, object, string][] = [
      ["keys.getKey", { keyId: foreign.keyId }, "key"],
      ["keys.updateKey", { keyId: foreign.keyId, enabled: false }, "key"],
      ["keys.createKey", { apiId: foreign.apiId }, "api"],
      ["apis.listKeys", { apiId: foreign.apiId }, "api"],
      ["identities.getIdentity", { identityId: foreign.identityId }, "identity"],
      ["ratelimit.limit", { ...check, namespace: foreign.namespaceId }, "ratelimit_namespace"],
    ]
    await unchanged(async () => {
      for (const [name, body, kind] of calls) {
        expect(outcomeOf(await server.call(name, body, { key }))).toBe(`404 data/${kind}_not_found`)
      }
      const verdict = await server.ok("keys.verifyKey", { key: foreign.key }, { key })
      expect(verdict).toEqual({ valid: false, code: "NOT_FOUND" })
    })
  })

  test("equal names are different objects: identities, slugs, roles, namespaces and their counters", async () => {
    const [one, other] = [await createWorld(server), await createWorld(server)]
    for (const { rootKey } of [one, other]) {
      expect(await server.ok("ratelimit.limit", check, { key: rootKey })).toMatchObject({ success: true, remaining: 0 })
    }
    await server.ok("ratelimit.setOverride", { ...check, limit: 50 }, { key: one.rootKey })
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
    const { rootKey: _rootKey, key: _key, otherIds, ...ids } = foreign
    return [...Object.values(ids), ...Object.values(otherIds)]
  }

  async function hideCanaries(): Promise<void> {
    const ok = (name: string, body: unknown) => server.ok(name, body, { key: foreign.rootKey })
    await ok("apis.updateApi", { apiId: foreign.apiId, name: `${canary}-api` })
    await ok("keys.updateKey", { keyId: foreign.keyId, name: `${canary}-key`, meta: { canary } })
    await ok("identities.updateIdentity", { identity: foreign.identityId, meta: { canary } })
    await ok("identities.createIdentity", { externalId: `${canary}-user` })
    await ok("permissions.createPermission", { name: canary, slug: `${canary}.read`, description: canary })
    await ok("permissions.createRole", { name: `${canary}-role`, description: canary })
    await ok("plans.createPlan", { name: `${canary}-plan`, description: canary, meta: { canary } })
    await ok("ratelimit.limit", { namespace: `${canary}-space`, identifier: canary, limit: 1, duration: 1_000 })
    await ok("ratelimit.setOverride", { namespace: foreign.namespaceId, identifier: canary, limit: 1, duration: 1_000 })
    await ok("keys.createMigration", { name: canary, algorithm: "sha256" })
    await ok("rootKeys.updateRootKey", { rootKeyId: foreign.rootKeyId, name: canary })
    await ok("workspaces.updateWorkspace", { name: canary })
  }
})
