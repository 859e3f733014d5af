import { describe, expect, test } from "bun:test"
import type { Credits } from "../../core/credits.ts"
import type { KeyDetails } from "../../core/model.ts"
import type { PlaintextHashes, PrefixedHashes } from "../port/credentials.ts"
import type { KeyFilter } from "../port/keys.ts"
import type { Store } from "../port/store.ts"
import { noUsage } from "../port/usage.ts"
import { balanceIdOf, limited, newBalance, newKey } from "./new-key.ts"
import { newApi, newHash, newIdentity, newPermission, newRatelimit, newRole, time } from "./new-objects.ts"
import { addApi, addKeys, addWorkspace, change, insert } from "./stored-objects.ts"
import { everyKey } from "./whole-lists.ts"

export function keysConformance(store: Store): void {
  /** A key with everything set that a key can have. */
  const addFullKey = async (): Promise<KeyDetails> => {
    const { id, workspaceId } = await addApi(store)
    const [a, b, c] = ["a", "b", "c"].map((slug) => newPermission({ slug, name: `The ${slug}`, description: "Text" }))
    if (a === undefined || b === undefined || c === undefined) throw new Error("There are three.")
    const roles = [
      newRole({ name: "Admin", description: "All of it", permissions: [a, b] }),
      newRole({ name: "reader", permissions: [b, c] }),
    ]
    const identity = newIdentity(workspaceId, {
      externalId: "user_\u{1f600}",
      meta: { plan: "pro", nested: { list: [1, 2.5, null, true], "": "empty" } },
      ratelimits: [newRatelimit({ name: "identity", limit: 1_000_000_000, duration: 31_536_000_000, autoApply: true })],
      updatedAt: time + 1,
    })
    const key = newKey(
      { id, workspaceId },
      {
        algorithm: "sha256",
        migrationId: "mig_1",
        start: "acme_live_6L5y",
        prefix: "acme_live",
        byteLength: 255,
        name: "É \u{10ffff} 'quoted' \\ \"too\" %_",
        meta: { __proto__: null, deep: { er: [{}, [], "\u2028", 1e21, -0.5, Number.MAX_SAFE_INTEGER] }, "%": "_" },
        enabled: false,
        expires: 4_102_444_800_000,
        ciphertext: "c2VjcmV0",
        ipAllowlist: ["10.0.0.0/8", "2001:db8::/32"],
        credits: {
          remaining: Number.MAX_SAFE_INTEGER,
          refill: { interval: "monthly", amount: Number.MAX_SAFE_INTEGER, refillDay: 31 },
          refillAt: time + 86_400_000,
        },
        updatedAt: time + 2,
        lastUsedAt: time + 3,
        identity,
        ratelimits: [newRatelimit({ name: "hourly", autoApply: true }), newRatelimit({ name: "requests" })],
        directPermissions: [a, c],
        roles,
      },
    )
    await insert(store, workspaceId, { identities: [identity], permissions: [a, b, c], roles, keys: [key] })
    const uses = new Map([[key.id, time + 3]])
    await store.usage.add({ ...noUsage, keys: uses })
    return key
  }

  const update = (before: KeyDetails, after: KeyDetails) =>
    change(store, before.workspaceId, async (tx) => {
      const stored = await tx.keys.findForUpdate(before.workspaceId, before.id)
      if (stored === undefined) throw new Error("The key is gone.")
      if (stored.balance === null && after.balance !== null)
        await tx.balances.insert(after.workspaceId, [after.balance])
      else if (after.balance !== null) await tx.balances.update(after.balance)
      await tx.keys.update(stored, after)
    })

  describe("keys", () => {
    test("are read unchanged, with their identity, limits, permissions and roles, by every reader", async () => {
      const key = await addFullKey()
      const { workspaceId, id } = key
      expect(await store.keys.find(workspaceId, id)).toEqual(key)
      expect(await store.keys.list(workspaceId, everyKey)).toEqual([key])
      await change(store, workspaceId, async (tx) => {
        expect(await tx.keys.find(workspaceId, id)).toEqual(key)
        expect(await tx.keys.findForUpdate(workspaceId, id)).toEqual(key)
        expect(await tx.keys.listForUpdate(workspaceId, [id, "key_other"])).toEqual([key])
        expect(await tx.keys.findForUpdate("ws_other", id)).toBeUndefined()
        expect(await tx.keys.listForUpdate("ws_other", [id])).toEqual([])
      })
      const { identity, ratelimits, directPermissions, roles, previousSecrets, ...plain } = key
      expect(await store.credentials.find(key.hash)).toEqual({
        type: "api_key",
        key: plain,
        previous: null,
        identityEnabled: true,
        workspace: (await store.workspaces.find(workspaceId)) ?? ({} as never),
      })
    })

    test("without optional fields are read without them", async () => {
      const key = newKey(await addApi(store), { byteLength: null, start: "" })
      await addKeys(store, key)
      expect(await store.keys.find(key.workspaceId, key.id)).toEqual(key)
    })

    test("have every update, additions and removals", async () => {
      const key = await addFullKey()
      const [added, limit] = [newPermission({ slug: "b2" }), newRatelimit({ name: "new" })]
      await change(store, key.workspaceId, (tx) => tx.permissions.insert(key.workspaceId, [added]))
      const bare: KeyDetails = {
        ...newKey({ id: key.apiId, workspaceId: key.workspaceId }, { id: key.id, hash: newHash() }),
        // A key never loses its balance, only the credits in it.
        balance: { id: balanceIdOf(key), credits: null },
        lastUsedAt: key.lastUsedAt,
      }
      const refilled: Credits = { remaining: 0, refill: { interval: "daily", amount: 1 }, refillAt: time }
      const some: KeyDetails = {
        ...key,
        balance: { id: balanceIdOf(key), credits: refilled },
        ratelimits: [...key.ratelimits.slice(1), limit].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        directPermissions: [...key.directPermissions.slice(0, 1), added],
        roles: key.roles.slice(1),
      }
      for (const after of [some, bare, key, some]) {
        await update(key, after)
        expect(await store.keys.find(key.workspaceId, key.id)).toEqual(after)
      }
    })

    test("keep their links and balance when another key is updated", async () => {
      const key = await addFullKey()
      const twin = {
        ...newKey({ id: key.apiId, workspaceId: key.workspaceId }),
        roles: key.roles,
        balance: newBalance(limited(5)),
      }
      await addKeys(store, twin)
      const balance = { id: balanceIdOf(key), credits: null }
      await update(key, { ...key, roles: [], directPermissions: [], ratelimits: [], balance })
      expect(await store.keys.find(twin.workspaceId, twin.id)).toEqual(twin)
    })

    test("imported by their long token are found by it only, until they are adopted", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const key = newKey(api, { algorithm: "prefixed_api_key", start: "", imported: true, migrationId: "mig_1" })
      await addKeys(store, key)
      const [longToken, whole] = [key.hash, newHash()]
      const findBearer = (hashes: PlaintextHashes) => store.credentials.findImported(hashes)
      const findPrefixed = (hashes: PrefixedHashes) => store.verification.findPrefixed(workspaceId, hashes)
      const unadopted = { id: key.id, apiId: api.id, migrationId: "mig_1" }
      expect(await findPrefixed({ whole, longToken })).toEqual(unadopted)
      expect(await findPrefixed({ whole: longToken, longToken: whole })).toBeUndefined()
      expect(await findBearer({ whole, longToken })).toMatchObject({ key: { id: key.id } })
      expect(await findBearer({ whole: longToken, longToken: undefined })).toBeUndefined()
      expect(await store.credentials.find(longToken)).toBeUndefined()
      expect(await store.verification.find(workspaceId, longToken, 0)).toBeUndefined()
      await update(key, { ...key, hash: whole, algorithm: "sha256", start: "old_abcd" })
      expect(await findPrefixed({ whole, longToken })).toBeUndefined()
      expect(await findPrefixed({ whole: longToken, longToken: whole })).toBeUndefined()
      expect(await findBearer({ whole: newHash(), longToken })).toBeUndefined()
      expect(await findBearer({ whole, longToken })).toMatchObject({ key: { id: key.id } })
      expect(await store.verification.find(workspaceId, whole, 0)).toMatchObject({ keyId: key.id })
    })

    test("are listed by every filter, and by all of them together", async () => {
      const { id: workspaceId } = await addWorkspace(store)
      const [one, two] = [newApi(workspaceId), newApi(workspaceId)]
      const identity = newIdentity(workspaceId, { externalId: "User_1" })
      const keys = [
        newKey(one, { identity, name: "Alpha" }),
        newKey(one, { identity, enabled: false, name: "alpha two" }),
        newKey(one, { name: "alpha three" }),
        newKey(two, { identity, name: "alpha four" }),
      ] as const
      await insert(store, workspaceId, { apis: [one, two], identities: [identity], keys })
      const list = (filter: Partial<KeyFilter>) => store.keys.list(workspaceId, { ...everyKey, ...filter })
      expect(await list({})).toEqual([...keys])
      expect(await list({ apiId: one.id })).toEqual([keys[0], keys[1], keys[2]])
      expect(await list({ identityId: identity.id })).toEqual([keys[0], keys[1], keys[3]])
      expect(await list({ externalId: "User_1" })).toEqual([keys[0], keys[1], keys[3]])
      expect(await list({ externalId: "user_1" })).toEqual([])
      expect(await list({ enabled: false })).toEqual([keys[1]])
      expect(await list({ search: "ALPHA T" })).toEqual([keys[1], keys[2]])
      const all = { apiId: one.id, identityId: identity.id, externalId: "User_1", enabled: true, search: "alpha" }
      expect(await list(all)).toEqual([keys[0]])
      expect(await list({ ...all, after: keys[0].id })).toEqual([])
    })

    test("are counted until they expire, to the millisecond", async () => {
      const api = await addApi(store)
      const expiries = [null, time - 1, time, time + 1, time + 1]
      await addKeys(store, ...expiries.map((expires) => newKey(api, { expires })))
      const counts = [time - 2, time - 1, time, time + 1].map((now) => store.keys.countUnexpired(api.workspaceId, now))
      expect(await Promise.all(counts)).toEqual([5, 4, 3, 1])
      expect(await store.keys.count(api.workspaceId)).toBe(5)
    })

    test("are listed by hundreds, each complete", async () => {
      const api = await addApi(store)
      const { workspaceId } = api
      const permissions = Array.from({ length: 250 }, (_, index) => newPermission({ slug: `p${index + 1_000}` }))
      const roles = Array.from({ length: 3 }, (_, index) => newRole({ name: `r${index}`, permissions }))
      const keys = Array.from({ length: 230 }, (_, index) => {
        const members = index === 229 ? { directPermissions: permissions, roles } : { roles: roles.slice(0, index % 4) }
        return newKey(api, { ...members, ratelimits: [newRatelimit()], credits: limited(index) })
      })
      await insert(store, workspaceId, { permissions, roles, keys })
      expect(await store.keys.list(workspaceId, everyKey)).toEqual(keys)
      expect(await store.keys.count(workspaceId)).toBe(230)
    })
  })

  describe("references in bulk", () => {
    test("return each object once, whether it is named by id or by name", async () => {
      const { id } = await addWorkspace(store)
      const permissions = Array.from({ length: 350 }, () => newPermission())
      const roles = Array.from({ length: 120 }, () => newRole())
      const identities = Array.from({ length: 350 }, () => newIdentity(id))
      await insert(store, id, { permissions, roles, identities })
      const idsOf = (objects: readonly { readonly id: string }[]) => objects.map((object) => object.id).toSorted()
      const slugs = permissions.map(({ slug }) => slug)
      const named = await store.permissions.listNamed(id, [...idsOf(permissions), ...slugs, "unknown"])
      expect(idsOf(named)).toEqual(idsOf(permissions))
      const names = roles.map(({ name }) => name)
      expect(idsOf(await store.roles.listNamed(id, [...idsOf(roles), ...names]))).toEqual(idsOf(roles))
      const externalIds = identities.map(({ externalId }) => externalId)
      expect(idsOf(await store.identities.listByExternalIds(id, externalIds))).toEqual(idsOf(identities))
      for (const listing of [store.permissions, store.roles]) expect(await listing.listNamed(id, [])).toEqual([])
      expect(await store.identities.listByExternalIds(id, [])).toEqual([])
    })
  })
}
