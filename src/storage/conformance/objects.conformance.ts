import { describe, expect, test } from "bun:test"
import type { Identity, RootKey, Workspace } from "../../core/model.ts"
import type { Store, Transaction } from "../port/store.ts"
import {
  addApi,
  addWorkspace,
  change,
  everything,
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newRatelimit,
  newRole,
  newRootKey,
  rejection,
  time,
} from "./fixtures.ts"

const maximum = Number.MAX_SAFE_INTEGER

/** Stored objects are returned unchanged, and an update replaces everything. */
export function objectsConformance(open: () => Store): void {
  describe("comes back as it was stored and as it was changed:", () => {
    test("a workspace", async () => {
      const plain = await addWorkspace(open())
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
        await change(open(), plain.id, (tx) => tx.workspaces.update(workspace))
        expect(await open().workspaces.find(plain.id)).toEqual(workspace)
      }
    })

    test("a root key", async () => {
      const { id } = await addWorkspace(open())
      const plain = newRootKey(id)
      const full: RootKey = {
        ...plain,
        name: "CI",
        enabled: false,
        permissions: ["api.*.read_key", "identity.id_1.read_identity"],
        expires: maximum,
        updatedAt: time,
      }
      await change(open(), id, (tx) => tx.rootKeys.insert(plain))
      for (const rootKey of [full, plain]) {
        await change(open(), id, (tx) => tx.rootKeys.update(rootKey))
        expect(await open().rootKeys.find(id, plain.id)).toEqual(rootKey)
        expect(await open().credentials.find(plain.hash)).toMatchObject({ type: "root_key", rootKey })
      }
    })

    test("an API", async () => {
      const plain = await addApi(open())
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
        await change(open(), plain.workspaceId, (tx) => tx.apis.update(api))
        expect(await open().apis.find(plain.workspaceId, plain.id)).toEqual(api)
      }
    })

    test("an identity with its rate limits, of which those not named are removed", async () => {
      const { id } = await addWorkspace(open())
      const [a, b, c] = [
        newRatelimit({ name: "a" }),
        newRatelimit({ name: "b", autoApply: true }),
        newRatelimit({ name: "c" }),
      ]
      const plain = newIdentity(id, { ratelimits: [a, b] })
      const other = newIdentity(id, { ratelimits: [newRatelimit({ name: "a" })] })
      const full: Identity = {
        ...plain,
        externalId: "é",
        meta: { a: { b: [null] } },
        ratelimits: [b, c],
        updatedAt: time,
      }
      await change(open(), id, (tx) => tx.identities.insert([plain, other]))
      for (const identity of [full, { ...plain, ratelimits: [] }, plain]) {
        await change(open(), id, (tx) => tx.identities.update(identity))
        expect(await open().identities.find(id, plain.id)).toEqual(identity)
        expect(await open().identities.findByExternalId(id, identity.externalId)).toEqual(identity)
      }
      expect(await open().identities.list(id, everything)).toEqual([plain, other])
      expect(await open().identities.count(id)).toBe(2)
    })

    test("a role with its permissions, of which those not named are removed", async () => {
      const { id } = await addWorkspace(open())
      const permissions = ["a", "b", "c"].map((slug) =>
        newPermission({ slug, name: `The ${slug}`, description: "Text" }),
      )
      const role = newRole({ description: "Text", permissions: permissions.slice(0, 2) })
      await change(open(), id, async (tx) => {
        await tx.permissions.insert(id, permissions)
        await tx.roles.insert(id, role)
      })
      for (const changed of [role, { ...role, permissions: permissions.slice(1) }, { ...role, permissions: [] }]) {
        await change(open(), id, (tx) => tx.roles.setPermissions(changed))
        expect(await open().roles.find(id, role.id)).toEqual(changed)
        expect(await open().roles.findByName(id, role.name)).toEqual(changed)
      }
      expect(await open().permissions.list(id, everything)).toEqual(permissions)
    })

    test("name and description of a role and of a permission", async () => {
      const { id } = await addWorkspace(open())
      const permission = newPermission({ name: "Before", description: "Text" })
      const role = newRole({ description: "Text", permissions: [permission] })
      const others = [newPermission(), newRole()] as const
      await change(open(), id, async (tx) => {
        await tx.permissions.insert(id, [permission, others[0]])
        for (const one of [role, others[1]]) await tx.roles.insert(id, one)
      })
      const renamed = { ...permission, name: "After", description: null }
      const wanted = { ...role, name: "author", description: null, permissions: [renamed] }
      await change(open(), id, async (tx) => {
        await tx.permissions.update(renamed)
        await tx.roles.update(wanted)
      })
      expect(await open().permissions.list(id, everything)).toEqual([renamed, others[0]])
      expect(await open().roles.list(id, everything)).toEqual([wanted, others[1]])
      expect(await open().roles.findByName(id, role.name)).toBeUndefined()
    })

    test("a migration and a namespace", async () => {
      const { id } = await addWorkspace(open())
      const migrations = [newMigration(), newMigration({ name: "From elsewhere", algorithm: "prefixed_api_key" })]
      const namespace = newNamespace({ createdAt: maximum })
      await change(open(), id, async (tx) => {
        for (const migration of migrations) await tx.migrations.insert(id, migration)
        await tx.namespaces.insert(id, namespace)
      })
      expect(await open().migrations.list(id, everything)).toEqual(migrations)
      expect(await open().namespaces.find(id, namespace.id)).toEqual(namespace)
    })

    test("an override, which is revived under its old id", async () => {
      const { id } = await addWorkspace(open())
      const [namespace, override] = [newNamespace(), newOverride({ identifier: "user_*", limit: 0 })]
      await change(open(), id, async (tx) => {
        await tx.namespaces.insert(id, namespace)
        await tx.overrides.put(namespace.id, override)
      })
      const changed = { ...override, limit: 1_000_000_000, duration: 31_536_000_000 }
      await change(open(), id, (tx) => tx.overrides.put(namespace.id, changed))
      expect(await open().overrides.find(namespace.id, "user_*")).toEqual(changed)
      await change(open(), id, (tx) => tx.overrides.delete(override.id, time))
      expect(await open().overrides.find(namespace.id, "user_*")).toBeUndefined()
      await change(open(), id, (tx) => tx.overrides.put(namespace.id, override))
      expect(await open().overrides.list(namespace.id, everything)).toEqual([override])
    })
  })

  test("overrides are found by pattern and by equal identifier, deleted ones by neither", async () => {
    const { id } = await addWorkspace(open())
    const namespace = newNamespace()
    const overrides = ["user_1", "user_2", "*", "user_*", "User_1", "%", "user_%"].map((identifier) =>
      newOverride({ identifier }),
    )
    const deleted = ["u*", "nobody"].map((identifier) => newOverride({ identifier }))
    await change(open(), id, async (tx) => {
      await tx.namespaces.insert(id, namespace)
      for (const override of [...overrides, ...deleted]) await tx.overrides.put(namespace.id, override)
      for (const override of deleted) await tx.overrides.delete(override.id, time)
    })
    const { overrides: reads } = open()
    const named = (found: readonly { readonly identifier: string }[]) => found.map(({ identifier }) => identifier)
    expect(named(await reads.listPatterns(namespace.id))).toEqual(["*", "user_*"])
    const wanted = ["user_2", "user_1", "user_*", "nobody"]
    expect(named(await reads.listEqual(namespace.id, wanted)).toSorted()).toEqual(["user_*", "user_1", "user_2"])
    expect([await reads.count(namespace.id), await reads.countPatterns(namespace.id)]).toEqual([7, 2])
    const matcher = await reads.matcherFor(namespace.id, wanted)
    expect(wanted.map((identifier) => matcher.find(identifier)?.identifier)).toEqual([
      "user_2",
      "user_1",
      "user_*",
      "*",
    ])
  })

  test("every pattern of a namespace is listed, however many there are", async () => {
    const { id } = await addWorkspace(open())
    const namespace = newNamespace()
    const patterns = Array.from({ length: 2_001 }, (_, index) => newOverride({ identifier: `${index}_*` }))
    await change(open(), id, async (tx) => {
      await tx.namespaces.insert(id, namespace)
      for (const pattern of patterns) await tx.overrides.put(namespace.id, pattern)
    })
    expect(await open().overrides.listPatterns(namespace.id)).toEqual(patterns)
  })

  test("usable owners are the enabled root keys with `*` that have not expired", async () => {
    const { id } = await addWorkspace(open())
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
    await change(open(), id, async (tx) => {
      for (const rootKey of [...others, ...usable]) await tx.rootKeys.insert(rootKey)
    })
    const owners = (await open().rootKeys.listUsableOwners(id, time, 4)).map((rootKey) => rootKey.id)
    expect(owners.toSorted()).toEqual(usable.map((rootKey) => rootKey.id).toSorted())
    expect(await open().rootKeys.listUsableOwners(id, time, 2)).toHaveLength(2)
  })

  test("what belongs to nothing that exists cannot be stored", async () => {
    const { id } = await addWorkspace(open())
    const attempts: readonly ((tx: Transaction) => Promise<void>)[] = [
      (tx) => tx.apis.insert(newApi("ws_unknown")),
      (tx) => tx.rootKeys.insert(newRootKey("ws_unknown")),
      (tx) => tx.roles.insert(id, newRole({ permissions: [newPermission()] })),
      (tx) => tx.overrides.put("rlns_unknown", newOverride()),
    ]
    for (const attempt of attempts) expect(await rejection(change(open(), id, attempt))).toBeInstanceOf(Error)
    expect(await open().roles.list(id, everything)).toEqual([])
  })
}
