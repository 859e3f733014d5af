import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { rejection } from "../../../test/rejection.ts"
import { compareBytes } from "../../core/byte-order.ts"
import type { Reads, SearchQuery, Store, Transaction } from "../port/store.ts"
import { addFamily } from "./family.ts"
import { newKey } from "./new-key.ts"
import {
  newApi,
  newIdentity,
  newNamespace,
  newOverride,
  newPermission,
  newRatelimit,
  newRole,
  newRootKey,
} from "./new-objects.ts"
import { addApi, addWorkspace, change, insert } from "./stored-objects.ts"
import { everyKey, everything } from "./whole-lists.ts"

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
      const verifiable = await store.verification.find(id, key.hash)
      expect(verifiable?.facts.permissions).toEqual(ordered)
      expect(names(verifiable?.facts.limits)).toEqual(ordered)
      const response = JSON.parse(`{${verifiable?.facts.responseJson}}`)
      expect(response.roles).toEqual(ordered)
      expect(names(response.identity.ratelimits)).toEqual(ordered)
    })
  })

  describe("searching", () => {
    const parts = ["a", "A", "b", "B", "z", "Z", "%", "_", "\\", "é", "É", "ı", "İ", "\u212a", "K", "ſ", "😀", " ", "'"]
    const searchable = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map((some) => some.join(""))

    test("finds a literal part of a text, without regard to the case of ASCII letters only", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(searchable, { minLength: 1, maxLength: 20 }),
          searchable,
          async (names, search) => {
            const { id } = await addWorkspace(store)
            const roles = names.map((name) => newRole({ name }))
            await insert(store, id, { roles })
            const expected = roles.filter((role) => matches(search, role.name) || matches(search, role.id))
            expect(await store.roles.list(id, { ...everything, search })).toEqual(expected)
          },
        ),
        { numRuns: 50 },
      )
    })

    test.each(["10%", "a_b", "a\\b", "\\%"])("matches %j literally", async (search) => {
      const { id } = await addWorkspace(store)
      const found = newRole({ name: `x${search}y` })
      const others = ["10", "axb", "ab", "a\\\\b", "%", "\\"].map((name) => newRole({ name }))
      await insert(store, id, { roles: [...others, found] })
      expect(await store.roles.list(id, { ...everything, search })).toEqual([found])
    })

    test("searches every documented field, and no other", async () => {
      const { id } = await addWorkspace(store, { name: `needle-${crypto.randomUUID()}` })
      const api = newApi(id, { name: "Needle" })
      const rootKeys = [newRootKey(id, { name: "NEEDLE" }), newRootKey(id, { start: "needle" })]
      const identity = newIdentity(id, { externalId: "a needle" })
      const keys = [newKey(api, { name: "needles" }), newKey(api, { start: "needle_" })]
      const permissions = ["slug", "name", "description"].map((member) => newPermission({ [member]: "the.needle" }))
      const roles = ["name", "description"].map((member) => newRole({ [member]: "needle" }))
      const namespace = newNamespace({ name: "needle" })
      await insert(store, id, {
        apis: [api, newApi(id, { defaultPrefix: "needle" })],
        rootKeys: [...rootKeys, newRootKey(id, { permissions: ["needle"] })],
        identities: [identity, newIdentity(id, { meta: { needle: "needle" } })],
        keys: [...keys, newKey(api, { meta: { needle: "needle" }, ciphertext: "needle" })],
        permissions: [...permissions, newPermission()],
        roles: [...roles, newRole()],
        namespaces: [namespace, newNamespace()],
      })
      const query: SearchQuery = { ...everything, search: "nEEdle" }
      expect(await store.apis.list(id, query)).toEqual([api])
      expect(await store.rootKeys.list(id, query)).toEqual(rootKeys)
      expect(await store.identities.list(id, query)).toEqual([identity])
      expect(await store.keys.list(id, { ...everyKey, search: "nEEdle" })).toEqual(keys)
      expect(await store.permissions.list(id, query)).toEqual(permissions)
      expect(await store.roles.list(id, query)).toEqual(roles)
      expect(await store.namespaces.list(id, query)).toEqual([namespace])
      const workspaces = await store.workspaces.list({ ...query, enabled: undefined })
      expect(workspaces.map((workspace) => workspace.id)).toContain(id)
    })

    test("finds every kind of object by a part of its id", async () => {
      const { workspace, api, rootKey, identity, key, permission, role, namespace } = await addFamily(store)
      const { id } = workspace
      const partOf = (object: { readonly id: string }) => ({ ...everyKey, search: object.id.slice(4).toUpperCase() })
      expect(await store.apis.list(id, partOf(api))).toEqual([api])
      expect(await store.rootKeys.list(id, partOf(rootKey))).toEqual([rootKey])
      expect(await store.identities.list(id, partOf(identity))).toEqual([identity])
      expect(await store.keys.list(id, partOf(key))).toEqual([key])
      expect(await store.permissions.list(id, partOf(permission))).toEqual([permission])
      expect(await store.roles.list(id, partOf(role))).toEqual([role])
      expect(await store.namespaces.list(id, partOf(namespace))).toEqual([namespace])
      const query = { ...everything, search: id.slice(3), enabled: undefined }
      expect((await store.workspaces.list(query)).map((workspace) => workspace.id)).toEqual([id])
    })
  })
}

/** The search rules of the contract, written literally. */
function matches(search: string, text: string): boolean {
  return folded(text).includes(folded(search))
}

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
