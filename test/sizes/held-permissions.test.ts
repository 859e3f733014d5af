import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { createApi } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { queryDatabase } from "../storage/database.ts"
import { expectTooMany } from "./expect-too-many.ts"

const slugs = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}.${index}`)
const newHash = () => randomBytes(32).toString("hex")

describe.each([...engines])("a key holds at most 1,000 permissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "six hundred", permissions: slugs("a", 600) })
    await keyward.ok("permissions.createRole", { name: "six hundred more", permissions: slugs("b", 600) })
    await keyward.ok("permissions.createRole", { name: "the same", permissions: slugs("a", 600) })
  })

  const create = async (more: object): Promise<string> => (await keyward.ok("keys.createKey", { apiId, ...more })).keyId
  const stored = async (keyId: string) => (await keyward.ok("keys.getKey", { keyId })).permissions.length

  test("counted once, however many roles give the same", async () => {
    const keyId = await create({ roles: ["six hundred", "the same"], permissions: slugs("b", 400) })
    expect(await stored(keyId)).toBe(1000)
  })

  test("so that no operation that links gives it one more, and nothing changes", async () => {
    const full = { roles: ["six hundred"], permissions: slugs("b", 400) }
    const tooMany = { roles: ["six hundred"], permissions: slugs("b", 401) }
    expectTooMany(await keyward.call("keys.createKey", { apiId, ...tooMany }), "The new key", "1001")
    const keys = [{ hash: newHash() }, { hash: newHash(), ...tooMany }]
    expectTooMany(await keyward.call("keys.migrateKeys", { apiId, keys }), "Key number 2", "1001")
    const keyId = await create(full)
    const before = await keyward.events({ limit: 1 })
    for (const [operation, change] of [
      ["keys.updateKey", { permissions: tooMany.permissions }],
      ["keys.addPermissions", { permissions: ["b.400"] }],
      ["keys.setPermissions", { permissions: tooMany.permissions }],
      ["keys.addRoles", { roles: ["six hundred more"] }],
      ["keys.setRoles", { roles: ["six hundred", "six hundred more"] }],
    ] as const) {
      expectTooMany(
        await keyward.call(operation, { keyId, ...change }),
        keyId,
        operation.endsWith("Roles") ? "1200" : "1001",
      )
    }
    expect(await keyward.events({ limit: 1 })).toEqual(before)
    expect(await stored(keyId)).toBe(1000)
    await keyward.ok("keys.updateKey", { keyId, name: "renamed" })
    await keyward.ok("keys.rerollKey", { keyId, expiration: 0 })
  })

  test("so that a role grows only as far as its fullest holder allows", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "grows", permissions: slugs("c", 10) })
    const keyId = await create({ roles: [roleId, "six hundred"], permissions: [...slugs("b", 389), "c.0"] })
    expect(await stored(keyId)).toBe(999)
    const set = (permissions: readonly string[]) =>
      keyward.call("permissions.setRolePermissions", { roleId, permissions })
    // What the key holds already counts once.
    expect((await set([...slugs("c", 11), ...slugs("a", 300)])).status).toBe(200)
    expectTooMany(await set(slugs("c", 12)), keyId, "1001")
    expect(await stored(keyId)).toBe(1000)
    expect((await set(slugs("c", 5))).status).toBe(200)
    await keyward.ok("keys.deleteKey", { keyId })
    expect((await set(slugs("c", 500))).status).toBe(200)
  })

  test("and what is above already may shrink and be changed otherwise, but not grow", async () => {
    const keyId = await create({ roles: ["six hundred"] })
    const { id } = await keyward.ok("permissions.getRole", { role: "six hundred more" })
    await queryDatabase(keyward, `insert into key_roles (key_id, role_id) values ('${keyId}', '${id}')`)
    expect(await stored(keyId)).toBe(1200)
    await keyward.ok("keys.updateKey", { keyId, name: "above" })
    expectTooMany(await keyward.call("keys.addPermissions", { keyId, permissions: ["c.0"] }), keyId, "1201")
    await keyward.ok("keys.addPermissions", { keyId, permissions: ["a.0"] })
    await keyward.ok("permissions.setRolePermissions", { roleId: id, permissions: slugs("b", 500) })
    expect(await stored(keyId)).toBe(1100)
    expectTooMany(
      await keyward.call("permissions.setRolePermissions", { roleId: id, permissions: slugs("b", 501) }),
      "1101",
    )
    await keyward.ok("keys.removeRoles", { keyId, roles: [id] })
    expect(await stored(keyId)).toBe(600)
  })
})
