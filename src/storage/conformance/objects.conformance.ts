import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Identity, RootKey, Workspace } from "../../core/model.ts"
import type { Store, Transaction } from "../port/store.ts"
import {
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newRatelimit,
  newRole,
  newRootKey,
  time,
} from "./new-objects.ts"
import { addApi, addWorkspace, change, insert } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

const maximum = Number.MAX_SAFE_INTEGER

/** Stored objects are returned unchanged, and an update replaces everything. */
export function objectsConformance(store: Store): void {
  describe("is read as it was stored and as it was updated:", () => {
    test("a workspace", async () => {
      const plain = await addWorkspace(store)
      const full: Workspace = {
        ...plain,
        name: "Ácme \u{1f600}",
        enabled: false,
        disabledReason: "quota_exceeded",
        disabledNote: "Over its limit.",
        disabledAt: time + 1,
        limits: {
          requestsPerMinute: 1,
          keys: 0,
          identities: 1_000_000_000,
          verificationsPerMonth: maximum,
          onExceeded: "disable",
        },
        createdAt: time - 1,
        updatedAt: time + 2,
      }
      for (const workspace of [full, plain]) {
        await change(store, plain.id, (tx) => tx.workspaces.update(workspace))
        expect(await store.workspaces.find(plain.id)).toEqual(workspace)
      }
    })

    test("a root key", async () => {
      const { id } = await addWorkspace(store)
      const plain = newRootKey(id)
      const full: RootKey = {
        ...plain,
        name: "CI",
        enabled: false,
        permissions: ["api.*.read_key", "identity.id_1.read_identity"],
        expires: maximum,
        updatedAt: time,
      }
      await change(store, id, (tx) => tx.rootKeys.insert(plain))
      for (const rootKey of [full, plain]) {
        await change(store, id, (tx) => tx.rootKeys.update(rootKey))
        expect(await store.rootKeys.find(id, plain.id)).toEqual(rootKey)
        expect(await store.credentials.find(plain.hash)).toMatchObject({ type: "root_key", rootKey })
      }
    })

    test("an API", async () => {
      const plain = await addApi(store)
      const full = {
        ...plain,
        name: "Payments 2",
        defaultPrefix: "pay",
        defaultBytes: 255,
        deleteProtection: true,
        ipAllowlist: ["10.0.0.0/8", "2001:db8::/32"],
        updatedAt: time,
      }
      for (const api of [full, plain]) {
        await change(store, plain.workspaceId, (tx) => tx.apis.update(api))
        expect(await store.apis.find(plain.workspaceId, plain.id)).toEqual(api)
      }
    })

    test("an identity with its rate limits and permissions, of which those not named are removed", async () => {
      const { id } = await addWorkspace(store)
      const [a, b, c] = [
        newRatelimit({ name: "a" }),
        newRatelimit({ name: "b", autoApply: true }),
        newRatelimit({ name: "c" }),
      ]
      const permissions = [newPermission({ slug: "docs.read" }), newPermission({ slug: "docs.write" })]
      await change(store, id, (tx) => tx.permissions.insert(id, permissions))
      const plain = newIdentity(id, { ratelimits: [a, b], permissions: permissions.slice(0, 1) })
      const other = newIdentity(id, { ratelimits: [newRatelimit({ name: "a" })] })
      const full: Identity = {
        ...plain,
        externalId: "é",
        enabled: false,
        meta: { a: { b: [null] } },
        permissions,
        ratelimits: [b, c],
        billingDay: 31,
        quota: { limit: 5, interval: "daily", overage: null },
        balance: {
          remaining: null,
          count: {
            interval: "daily",
            from: time,
            used: 1,
            overageUsed: 2,
            previous: { from: 0, used: 3, overageUsed: 4 },
          },
          others: [{ interval: "total", from: 0, used: 9, overageUsed: 0, previous: null }],
        },
        updatedAt: time,
      }
      const paid = { ...plain, balance: { remaining: Number.MAX_SAFE_INTEGER, count: null, others: [] } }
      await change(store, id, (tx) => tx.identities.insert([plain, other]))
      let before = plain
      for (const identity of [full, { ...paid, ratelimits: [], permissions: [] }, paid]) {
        await change(store, id, (tx) => tx.identities.update(before, identity))
        before = identity
        expect(await store.identities.find(id, plain.id)).toEqual(identity)
        expect(await store.identities.findByExternalId(id, identity.externalId)).toEqual(identity)
      }
      expect(await store.identities.list(id, everything)).toEqual([paid, other])
      expect(await store.identities.count(id)).toBe(2)
    })

    test("a role with its permissions, of which those not named are removed", async () => {
      const { id } = await addWorkspace(store)
      const permissions = ["a", "b", "c"].map((slug) =>
        newPermission({ slug, name: `The ${slug}`, description: "Text" }),
      )
      const role = newRole({ description: "Text", permissions: permissions.slice(0, 2) })
      await insert(store, id, { permissions, roles: [role] })
      for (const changed of [role, { ...role, permissions: permissions.slice(1) }, { ...role, permissions: [] }]) {
        await change(store, id, (tx) => tx.roles.setPermissions(changed))
        expect(await store.roles.find(id, role.id)).toEqual(changed)
        expect(await store.roles.findByName(id, role.name)).toEqual(changed)
      }
      expect(await store.permissions.list(id, everything)).toEqual(permissions)
    })

    test("name and description of a role and of a permission", async () => {
      const { id } = await addWorkspace(store)
      const permission = newPermission({ name: "Before", description: "Text" })
      const role = newRole({ description: "Text", permissions: [permission] })
      const others = [newPermission(), newRole()] as const
      await insert(store, id, { permissions: [permission, others[0]], roles: [role, others[1]] })
      const renamed = { ...permission, name: "After", description: null }
      const wanted = { ...role, name: "author", description: null, permissions: [renamed] }
      await change(store, id, async (tx) => {
        await tx.permissions.update(renamed)
        await tx.roles.update(wanted)
      })
      expect(await store.permissions.list(id, everything)).toEqual([renamed, others[0]])
      expect(await store.roles.list(id, everything)).toEqual([wanted, others[1]])
      expect(await store.roles.findByName(id, role.name)).toBeUndefined()
    })

    test("a migration and a namespace", async () => {
      const { id } = await addWorkspace(store)
      const migrations = [newMigration(), newMigration({ name: "From elsewhere", algorithm: "prefixed_api_key" })]
      const namespace = newNamespace({ createdAt: maximum })
      await change(store, id, async (tx) => {
        for (const migration of migrations) await tx.migrations.insert(id, migration)
        await tx.namespaces.insert(id, namespace)
      })
      expect(await store.migrations.list(id, everything)).toEqual(migrations)
      expect(await store.namespaces.find(id, namespace.id)).toEqual(namespace)
    })
  })

  test("usable owners are the enabled root keys with `*` that have not expired", async () => {
    const { id } = await addWorkspace(store)
    const usable = [
      newRootKey(id),
      newRootKey(id, { expires: time + 1 }),
      newRootKey(id, { permissions: ["api.*.read_key", "*"] }),
    ]
    const others = [
      newRootKey(id, { enabled: false }),
      newRootKey(id, { expires: time }),
      newRootKey(id, { permissions: ["api.*.read_key", "root_key.*.delete_root_key"] }),
    ]
    await insert(store, id, { rootKeys: [...others, ...usable] })
    const owners = (await store.rootKeys.listUsableOwners(id, time, 4)).map((rootKey) => rootKey.id)
    expect(owners.toSorted()).toEqual(usable.map((rootKey) => rootKey.id).toSorted())
    expect(await store.rootKeys.listUsableOwners(id, time, 2)).toHaveLength(2)
  })

  test("an object that refers to a missing one cannot be stored", async () => {
    const { id } = await addWorkspace(store)
    const attempts: readonly ((tx: Transaction) => Promise<void>)[] = [
      (tx) => tx.apis.insert(newApi("ws_unknown")),
      (tx) => tx.rootKeys.insert(newRootKey("ws_unknown")),
      (tx) => tx.roles.insert(id, newRole({ permissions: [newPermission()] })),
      (tx) => tx.overrides.put("rlns_unknown", newOverride()),
    ]
    for (const attempt of attempts) expect(await rejection(change(store, id, attempt))).toBeInstanceOf(Error)
    expect(await store.roles.list(id, everything)).toEqual([])
  })
}
