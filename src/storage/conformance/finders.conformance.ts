import { describe, expect, test } from "bun:test"
import type { Reads, Store, Transaction } from "../port/store.ts"
import { balanceIdOf, limited, newKey } from "./new-key.ts"
import {
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newRole,
  newRootKey,
  time,
} from "./new-objects.ts"
import { addWorkspace, change, insert, insertIn } from "./stored-objects.ts"
import { everyKey, everything } from "./whole-lists.ts"

/** All that can see an object, by the workspace it is looked for in. */
type Finders = Readonly<Record<string, (reads: Reads, workspaceId: string) => Promise<unknown>>>

interface Made {
  readonly finders: Finders
  /** Nothing deletes a migration. */
  readonly remove?: (tx: Transaction) => Promise<void>
}

const kinds: Readonly<Record<string, (tx: Transaction, workspaceId: string) => Promise<Made>>> = {
  async "a root key"(tx, workspaceId) {
    const rootKey = newRootKey(workspaceId)
    await tx.rootKeys.insert(rootKey)
    return {
      finders: {
        find: (reads, workspace) => reads.rootKeys.find(workspace, rootKey.id),
        list: (reads, workspace) => reads.rootKeys.list(workspace, everything),
        listUsableOwners: (reads, workspace) => reads.rootKeys.listUsableOwners(workspace, time, 2),
      },
      remove: (later) => later.rootKeys.delete(rootKey.id, time),
    }
  },

  async "an API"(tx, workspaceId) {
    const api = newApi(workspaceId)
    await tx.apis.insert(api)
    return {
      finders: {
        find: (reads, workspace) => reads.apis.find(workspace, api.id),
        list: (reads, workspace) => reads.apis.list(workspace, everything),
      },
      remove: (later) => later.apis.delete(api.id, time),
    }
  },

  async "a balance"(tx, workspaceId) {
    const api = newApi(workspaceId)
    const key = newKey(api, { credits: limited(5) })
    await insertIn(tx, workspaceId, { apis: [api], keys: [key] })
    return {
      finders: {
        listByIds: (reads, workspace) => reads.balances.listByIds(workspace, [balanceIdOf(key)]),
        listKeyIds: (reads, workspace) => reads.balances.listKeyIds(workspace, balanceIdOf(key), 10),
      },
      // It goes with the last key that refers to it.
      remove: (later) => later.keys.erase(key.id),
    }
  },

  async "an identity"(tx, workspaceId) {
    const identity = newIdentity(workspaceId)
    await tx.identities.insert([identity])
    return {
      finders: {
        find: (reads, workspace) => reads.identities.find(workspace, identity.id),
        findByExternalId: (reads, workspace) => reads.identities.findByExternalId(workspace, identity.externalId),
        listByExternalIds: (reads, workspace) => reads.identities.listByExternalIds(workspace, [identity.externalId]),
        list: (reads, workspace) => reads.identities.list(workspace, everything),
        count: (reads, workspace) => reads.identities.count(workspace),
      },
      remove: (later) => later.identities.delete(identity.id, time),
    }
  },

  async "a key"(tx, workspaceId) {
    const { key, finders } = await insertKey(tx, workspaceId)
    return { finders, remove: (later) => later.keys.delete(key.id, time) }
  },

  async "a key that is erased"(tx, workspaceId) {
    const { key, finders } = await insertKey(tx, workspaceId)
    return { finders, remove: (later) => later.keys.erase(key.id) }
  },

  async "a key whose API is deleted"(tx, workspaceId) {
    const { key, finders } = await insertKey(tx, workspaceId)
    return { finders, remove: (later) => later.apis.delete(key.apiId, time) }
  },

  async "a permission"(tx, workspaceId) {
    const permission = newPermission()
    await tx.permissions.insert(workspaceId, [permission])
    return {
      finders: {
        find: (reads, workspace) => reads.permissions.find(workspace, permission.id),
        findBySlug: (reads, workspace) => reads.permissions.findBySlug(workspace, permission.slug),
        "listNamed by id": (reads, workspace) => reads.permissions.listNamed(workspace, [permission.id]),
        "listNamed by slug": (reads, workspace) => reads.permissions.listNamed(workspace, [permission.slug]),
        list: (reads, workspace) => reads.permissions.list(workspace, everything),
      },
      remove: (later) => later.permissions.delete(permission.id),
    }
  },

  async "a role"(tx, workspaceId) {
    const role = newRole()
    await tx.roles.insert(workspaceId, role)
    return {
      finders: {
        find: (reads, workspace) => reads.roles.find(workspace, role.id),
        findByName: (reads, workspace) => reads.roles.findByName(workspace, role.name),
        "listNamed by id": (reads, workspace) => reads.roles.listNamed(workspace, [role.id]),
        "listNamed by name": (reads, workspace) => reads.roles.listNamed(workspace, [role.name]),
        list: (reads, workspace) => reads.roles.list(workspace, everything),
      },
      remove: (later) => later.roles.delete(role.id),
    }
  },

  async "a namespace"(tx, workspaceId) {
    const namespace = newNamespace()
    await tx.namespaces.insert(workspaceId, namespace)
    return {
      finders: {
        find: (reads, workspace) => reads.namespaces.find(workspace, namespace.id),
        findByName: (reads, workspace) => reads.namespaces.findByName(workspace, namespace.name),
        list: (reads, workspace) => reads.namespaces.list(workspace, everything),
      },
      remove: (later) => later.namespaces.delete(namespace.id, time),
    }
  },

  async "a migration"(tx, workspaceId) {
    const migration = newMigration()
    await tx.migrations.insert(workspaceId, migration)
    return {
      finders: {
        find: (reads, workspace) => reads.migrations.find(workspace, migration.id),
        list: (reads, workspace) => reads.migrations.list(workspace, everything),
      },
    }
  },
}

async function insertKey(tx: Transaction, workspaceId: string) {
  const identity = newIdentity(workspaceId)
  const api = newApi(workspaceId)
  const key = newKey(api, { identity })
  await insertIn(tx, workspaceId, { apis: [api], identities: [identity], keys: [key] })
  const finders: Finders = {
    find: (reads, workspace) => reads.keys.find(workspace, key.id),
    list: (reads, workspace) => reads.keys.list(workspace, everyKey),
    "list by API": (reads, workspace) => reads.keys.list(workspace, { ...everyKey, apiId: key.apiId }),
    "list by identity": (reads, workspace) => reads.keys.list(workspace, { ...everyKey, identityId: identity.id }),
    "list by external id": (reads, workspace) =>
      reads.keys.list(workspace, { ...everyKey, externalId: identity.externalId }),
    count: (reads, workspace) => reads.keys.count(workspace),
    countUnexpired: (reads, workspace) => reads.keys.countUnexpired(workspace, time),
  }
  return { key, finders }
}

export function findersConformance(store: Store): void {
  describe.each(Object.entries(kinds))("%s", (_name, make) => {
    test("is seen by every finder of its workspace, before and after the commit", async () => {
      const { id } = await addWorkspace(store)
      const { finders } = await change(store, id, async (tx) => {
        const made = await make(tx, id)
        expect(await seenBy(made.finders, tx, id)).toEqual(Object.keys(made.finders))
        return made
      })
      expect(await seenBy(finders, store, id)).toEqual(Object.keys(finders))
    })

    test("is seen by no finder of another workspace", async () => {
      const [mine, other] = [await addWorkspace(store), await addWorkspace(store)]
      const { finders } = await change(store, mine.id, (tx) => make(tx, mine.id))
      expect(await seenBy(finders, store, other.id)).toEqual([])
      expect(await change(store, other.id, (tx) => seenBy(finders, tx, other.id))).toEqual([])
    })
  })

  const deletable = Object.entries(kinds).filter(([name]) => name !== "a migration")
  test.each(deletable)("%s is seen by no finder once it is deleted", async (_name, make) => {
    const { id } = await addWorkspace(store)
    const { finders, remove } = await change(store, id, (tx) => make(tx, id))
    await change(store, id, async (tx) => {
      await remove?.(tx)
      expect(await seenBy(finders, tx, id)).toEqual([])
    })
    expect(await seenBy(finders, store, id)).toEqual([])
  })

  test("an override is seen in its own namespace only, and by findDeleted only once it is deleted", async () => {
    const { id } = await addWorkspace(store)
    const [mine, other, override] = [newNamespace(), newNamespace(), newOverride()]
    await insert(store, id, { namespaces: [mine, other], overrides: [override] })
    const finders = (namespaceId: string): Finders => ({
      find: (reads) => reads.overrides.find(namespaceId, override.identifier),
      list: (reads) => reads.overrides.list(namespaceId, everything),
      listEqual: (reads) => reads.overrides.listEqual(namespaceId, [override.identifier]),
      matcherFor: async (reads) =>
        (await reads.overrides.matcherFor(namespaceId, [override.identifier])).find(override.identifier),
      count: (reads) => reads.overrides.count(namespaceId),
    })
    expect(await seenBy(finders(mine.id), store, id)).toEqual(["find", "list", "listEqual", "matcherFor", "count"])
    expect(await seenBy(finders(other.id), store, id)).toEqual([])
    await change(store, id, async (tx) => {
      expect(await tx.overrides.findDeleted(mine.id, override.identifier)).toBeUndefined()
      await tx.overrides.delete(override.id, time)
      expect(await tx.overrides.findDeleted(mine.id, override.identifier)).toEqual(override)
      expect(await tx.overrides.findDeleted(other.id, override.identifier)).toBeUndefined()
    })
    expect(await seenBy(finders(mine.id), store, id)).toEqual([])
  })
}

async function seenBy(finders: Finders, reads: Reads, workspaceId: string): Promise<readonly string[]> {
  const seen: string[] = []
  for (const [name, find] of Object.entries(finders)) if (isSeen(await find(reads, workspaceId))) seen.push(name)
  return seen
}

function isSeen(result: unknown): boolean {
  if (typeof result === "number") return result > 0
  return Array.isArray(result) ? result.length > 0 : result !== undefined
}
