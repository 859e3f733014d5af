import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { compareBytes } from "../../core/byte-order.ts"
import type { Reads, Store, Transaction } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newIdentity, newNamespace, newOverride, newPermission, newRatelimit, newRole } from "./new-objects.ts"
import { addApi, addWorkspace, change, insert } from "./stored-objects.ts"

/** Texts that some comparison treats as equal: by case, accent, width, composition, pattern, white space. */
const lookalikes = [
  ..."aAáÁàäåＡаßẞiIİıKkſsS%_*?'\"`",
  ...["a\u0301", "ss", "\u212a", "a ", " a", "a%", "%a", "a_", "\\", "\\a", "\\%"],
  ...["\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{1f600}", "\u{10ffff}"],
]

interface Named {
  insert(tx: Transaction, workspaceId: string, name: string): Promise<void>
  find(reads: Reads, workspaceId: string, name: string): Promise<string | undefined>
}

const byName: Readonly<Record<string, Named>> = {
  "external identifiers": {
    insert: (tx, workspaceId, externalId) => tx.identities.insert([newIdentity(workspaceId, { externalId })]),
    find: async (reads, workspaceId, name) => (await reads.identities.findByExternalId(workspaceId, name))?.externalId,
  },
  slugs: {
    insert: (tx, workspaceId, slug) => tx.permissions.insert(workspaceId, [newPermission({ slug })]),
    find: async (reads, workspaceId, name) => (await reads.permissions.findBySlug(workspaceId, name))?.slug,
  },
  "names of roles": {
    insert: (tx, workspaceId, name) => tx.roles.insert(workspaceId, newRole({ name })),
    find: async (reads, workspaceId, name) => (await reads.roles.findByName(workspaceId, name))?.name,
  },
  "names of namespaces": {
    insert: (tx, workspaceId, name) => tx.namespaces.insert(workspaceId, newNamespace({ name })),
    find: async (reads, workspaceId, name) => (await reads.namespaces.findByName(workspaceId, name))?.name,
  },
}

export function textConformance(store: Store): void {
  describe("text", () => {
    test.each(Object.entries(byName))("%s compare by bytes: no text finds its lookalike", async (_name, named) => {
      const { id } = await addWorkspace(store)
      const [stored, absent] = [lookalikes.filter((_, index) => index % 2 === 0), lookalikes.filter((_, i) => i % 2)]
      await change(store, id, async (tx) => {
        for (const name of stored) await named.insert(tx, id, name)
      })
      for (const name of stored) expect(await named.find(store, id, name)).toBe(name)
      for (const name of absent) expect(await named.find(store, id, name)).toBeUndefined()
      await change(store, id, async (tx) => {
        for (const name of absent) await named.insert(tx, id, name)
      })
      for (const name of lookalikes) expect(await named.find(store, id, name)).toBe(name)
      expect(await rejection(change(store, id, (tx) => named.insert(tx, id, "a")))).toBeInstanceOf(Error)
    })

    test("identifiers of overrides compare by bytes", async () => {
      const { id } = await addWorkspace(store)
      const namespace = newNamespace()
      const overrides = lookalikes.map((identifier) => newOverride({ identifier }))
      await insert(store, id, { namespaces: [namespace], overrides })
      for (const override of overrides) {
        expect(await store.overrides.find(namespace.id, override.identifier)).toEqual(override)
      }
    })

    test("references in bulk compare by bytes too", async () => {
      const { id } = await addWorkspace(store)
      await insert(store, id, {
        identities: [newIdentity(id, { externalId: "User" })],
        permissions: [newPermission({ slug: "Read" })],
        roles: [newRole({ name: "Admin" })],
      })
      expect(await store.identities.listByExternalIds(id, ["user", "USER", "User "])).toEqual([])
      expect(await store.permissions.listNamed(id, ["read", "READ", "Read "])).toEqual([])
      expect(await store.roles.listNamed(id, ["admin", "ADMIN", "Admin "])).toEqual([])
    })

    test("permissions, roles and limits of a key, a role or an identity ascend by bytes, beyond U+FFFF too", async () => {
      const api = await addApi(store)
      const id = api.workspaceId
      const ordered = lookalikes.toSorted(compareBytes)
      const permissions = lookalikes.map((slug) => newPermission({ slug }))
      const roles = lookalikes.map((name) => newRole({ name, permissions }))
      const ratelimits = () => lookalikes.map((name) => newRatelimit({ name }))
      const identity = newIdentity(id, { ratelimits: ratelimits() })
      const key = newKey(api, { identity, ratelimits: ratelimits(), directPermissions: permissions, roles })
      await insert(store, id, { identities: [identity], permissions, roles, keys: [key] })
      const names = (objects: readonly { readonly name: string }[] = []) => objects.map(({ name }) => name)
      const found = await store.keys.find(id, key.id)
      expect(names(found?.directPermissions)).toEqual(ordered)
      expect(names(found?.roles)).toEqual(ordered)
      expect(names(found?.roles[0]?.permissions)).toEqual(ordered)
      expect(names(found?.ratelimits)).toEqual(ordered)
      expect(names(found?.identity?.ratelimits)).toEqual(ordered)
      expect(names((await store.identities.find(id, identity.id))?.ratelimits)).toEqual(ordered)
      const verifiable = await store.verification.find(id, key.hash, 0)
      expect(verifiable?.facts.permissions).toEqual(ordered)
      expect(names(verifiable?.facts.limits)).toEqual(ordered)
      const response = JSON.parse(`{${verifiable?.facts.responseJson}}`)
      expect(response.roles).toEqual(ordered)
      expect(names(response.identity.ratelimits)).toEqual(ordered)
    })
  })
}
