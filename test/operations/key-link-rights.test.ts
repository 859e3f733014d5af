import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { keyLinkGrants } from "../../src/core/key-link-grants.ts"
import { createApi } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { whilePoisoned } from "../slices/while-poisoned.ts"
import { watchStorage } from "../storage/watch-storage.ts"
import { newHash } from "../transfer/hashes.ts"

const { addPermission, removePermission, addRole, removeRole } = keyLinkGrants
const held = { permissions: ["read", "list"], roles: ["reader"] }
const keyRights = ["api.*.create_key", "api.*.update_key"]

/** declared-rights.test.ts shows that each operation asks for each of the four. Here: only for what a request changes. */
describe("the rights for permissions and roles of keys", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const unchanged = watchStorage(keyward)
  let apiId: string
  let permissionId: string
  let roleId: string
  /** May create and update keys, and nothing with their permissions and roles. */
  let bare: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    permissionId = (await keyward.ok("permissions.createPermission", { name: "Read", slug: "read" })).permissionId
    roleId = (await keyward.ok("permissions.createRole", { name: "reader", permissions: ["read"] })).roleId
    await keyward.ok("permissions.createRole", { name: "writer", permissions: ["write"] })
    bare = await keyward.createRootKey(keyRights)
  })

  const withRights = (...rights: readonly string[]) => keyward.createRootKey([...keyRights, ...rights])
  const created = async (links: object = {}): Promise<string> =>
    (await keyward.ok("keys.createKey", { apiId, ...links })).keyId
  const linked = () => created(held)
  const linksOf = async (keyId: string) => {
    const { permissions, roles } = await keyward.ok("keys.getKey", { keyId })
    return { permissions, roles }
  }
  const expectLacking = async (operation: string, body: object, { key, lacks }: Lacking) => {
    await unchanged(async () => {
      const { status, body: refusal } = await keyward.call(operation, body, { key })
      const named = lacks.map((right) => `\`${right}\``).join(", ")
      const detail = `The presented key lacks the ${lacks.length === 1 ? "permission" : "permissions"} ${named}.`
      expect([status, refusal.error?.detail]).toEqual([403, detail])
    })
  }

  test("are not needed for lists that change nothing, whichever way they name it", async () => {
    const keyId = await linked()
    const same = { permissions: ["list", permissionId, "read"], roles: [roleId, "reader"] }
    for (const links of [same, { permissions: ["read", "list"] }, { roles: ["reader"] }, {}]) {
      await keyward.ok("keys.updateKey", { keyId, name: randomUUID(), ...links }, { key: bare })
      await keyward.ok("keys.updateKeys", { keyIds: [keyId], name: randomUUID(), ...links }, { key: bare })
    }
    const empty = { permissions: [], roles: [] }
    await keyward.ok("keys.createKey", { apiId, ...empty }, { key: bare })
    await keyward.ok("keys.createKeys", { apiId, keys: [empty, {}] }, { key: bare })
    await keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash: newHash(), ...empty }] }, { key: bare })
    await keyward.ok("keys.updateKey", { keyId: await created(), ...empty }, { key: bare })
    await keyward.ok("keys.rerollKey", { keyId: await created(), expiration: 0 }, { key: bare })
  })

  test.each([
    [{ permissions: ["read", "list", "write"] }, [addPermission]],
    [{ permissions: ["read"] }, [removePermission]],
    [{ permissions: ["read", "write"] }, [addPermission, removePermission]],
    [{ roles: ["reader", "writer"] }, [addRole]],
    [{ roles: [] }, [removeRole]],
    [{ roles: ["writer"] }, [addRole, removeRole]],
    [{ permissions: [], roles: ["writer"] }, [removePermission, addRole, removeRole]],
  ])("for %p are exactly %p, and a refusal names all that is missing", async (links, rights) => {
    const enough = await withRights(...rights)
    const updates = [
      ["keys.updateKey", (keyId: string) => ({ keyId, ...links })],
      ["keys.updateKeys", (keyId: string) => ({ keyIds: [keyId], ...links })],
    ] as const
    for (const [operation, bodyOf] of updates) {
      const keyId = await linked()
      await expectLacking(operation, bodyOf(keyId), { key: bare, lacks: rights })
      await keyward.ok(operation, bodyOf(keyId), { key: enough })
      expect(await linksOf(keyId)).toEqual(await linksOf(await created({ ...held, ...links })))
    }
  })

  test("include no right to create permissions, and a refused call creates none", async () => {
    const adder = await withRights(addPermission)
    const slug = `new.${randomUUID()}`
    const creations = [
      ["keys.createKey", { apiId, permissions: [slug] }],
      ["keys.createKeys", { apiId, keys: [{}, { permissions: [slug] }] }],
      ["keys.migrateKeys", { apiId, keys: [{ hash: newHash(), permissions: [slug] }] }],
      ["keys.updateKey", { keyId: await created(), permissions: [slug] }],
      ["keys.updateKeys", { keyIds: [await created()], permissions: [slug] }],
    ] as const
    for (const [operation, body] of creations) {
      await expectLacking(operation, body, { key: bare, lacks: [addPermission] })
    }
    for (const [operation, body] of creations) await keyward.ok(operation, body, { key: adder })
  })

  test("of a change of many keys are needed if one key gains or loses something, and then for all or none", async () => {
    const keyIds = [await linked(), await created({ permissions: ["read"] }), await created()]
    const body = { keyIds, permissions: ["read"] }
    await expectLacking("keys.updateKeys", body, { key: bare, lacks: [removePermission, addPermission] })
    const half = await withRights(addPermission)
    await expectLacking("keys.updateKeys", body, { key: half, lacks: [removePermission] })
    const enough = await withRights(addPermission, removePermission)
    expect(await keyward.ok("keys.updateKeys", body, { key: enough })).toEqual({ updated: 2 })
  })

  test("of an import are not needed for keys that exist", async () => {
    const keys = [{ hash: newHash(), permissions: ["read"], roles: ["reader"] }]
    await expectLacking("keys.migrateKeys", { apiId, keys }, { key: bare, lacks: [addPermission, addRole] })
    await keyward.ok("keys.migrateKeys", { apiId, keys })
    const mixed = [...keys, { hash: newHash() }]
    const { migrated, failed } = await keyward.ok("keys.migrateKeys", { apiId, keys: mixed }, { key: bare })
    expect([migrated.length, failed]).toEqual([1, [keys[0]?.hash]])
  })

  test("of a rotation are those for a new key with the same permissions and roles", async () => {
    const reroll = (keyId: string) => ["keys.rerollKey", { keyId, expiration: 1_000 }] as const
    const keyId = await linked()
    await expectLacking(...reroll(keyId), { key: bare, lacks: [addPermission, addRole] })
    const key = await withRights(addPermission, addRole)
    const successor = await keyward.ok(...reroll(keyId), { key })
    expect(await linksOf(successor.keyId)).toEqual(await linksOf(keyId))
    await keyward.ok(...reroll(await created({ roles: ["reader"] })), { key: await withRights(addRole) })
  })

  test("of the first execution are needed by its replay, those of earlier slices too", async () => {
    const adder = await withRights(addPermission)
    const replays = async (operation: string, body: object) => {
      const headers = { "Idempotency-Key": randomUUID() }
      await keyward.ok(operation, body, { key: adder, headers })
      await unchanged(async () => {
        const { status, body: refusal } = await keyward.call(operation, body, { key: bare, headers })
        expect([status, refusal.error?.detail]).toEqual([403, expect.stringContaining(addPermission)])
      })
    }
    const many = Array.from({ length: 200 }, (_, index) => ({ permissions: index < 10 ? [] : ["read"] }))
    const { keys } = await keyward.ok("keys.createKeys", { apiId, keys: many })
    await replays("keys.updateKeys", {
      keyIds: keys.map(({ keyId }: { keyId: string }) => keyId),
      permissions: ["read"],
    })
    const imports = many.map((_, index) => ({ hash: newHash(), permissions: index < 10 ? ["read"] : [] }))
    await replays("keys.migrateKeys", { apiId, keys: imports })
  })

  test("are checked again by every slice", async () => {
    const keys = Array.from({ length: 350 }, (_, index) => (index === 250 ? { name: "poison" } : {}))
    const { keys: made } = await keyward.ok("keys.createKeys", { apiId, keys })
    const body = { keyIds: made.map(({ keyId }: { keyId: string }) => keyId), permissions: ["read"] }
    const root = await keyward.ok("rootKeys.createRootKey", { permissions: [...keyRights, addPermission] })
    const options = { key: root.rootKey, headers: { "Idempotency-Key": randomUUID() } }
    const failed = await whilePoisoned(keyward, "update", () => keyward.call("keys.updateKeys", body, options))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId: root.rootKeyId, permissions: keyRights })
    const refused = await keyward.call("keys.updateKeys", body, options)
    expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining(addPermission)])
    await keyward.ok("rootKeys.updateRootKey", {
      rootKeyId: root.rootKeyId,
      permissions: [...keyRights, addPermission],
    })
    expect(await keyward.ok("keys.updateKeys", body, options)).toEqual({ updated: 350 })
  })
})

interface Lacking {
  readonly key: string
  readonly lacks: readonly string[]
}
