import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { SearchQuery } from "../port/collection.ts"
import type { Store } from "../port/store.ts"
import { addFamily } from "./family.ts"
import { newKey } from "./new-key.ts"
import { newApi, newIdentity, newNamespace, newPermission, newRole, newRootKey } from "./new-objects.ts"
import { addWorkspace, insert } from "./stored-objects.ts"
import { everyKey, everything } from "./whole-lists.ts"

export function searchConformance(store: Store): void {
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
