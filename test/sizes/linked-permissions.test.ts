import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { createApi } from "../harness/fixtures.ts"
import { engines, startKeyward } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { queryDatabase } from "../storage/database.ts"
import { expectTooMany } from "./expect-too-many.ts"

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `a.${index}`)
const roleNames = (count: number) => Array.from({ length: count }, (_, index) => `role ${index}`)

describe.each([...engines])("with overlaps counted a key holds at most 10,000 permissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    for (const name of roleNames(12)) await keyward.ok("permissions.createRole", { name, permissions: slugs(1000) })
  })

  const create = async (more: object): Promise<string> => (await keyward.ok("keys.createKey", { apiId, ...more })).keyId
  const rolesOf = async (keyId: string) => (await keyward.ok("keys.getKey", { keyId })).roles.length

  test("so that no operation that links gives it one more, and nothing changes", async () => {
    const tooMany = { roles: roleNames(11) }
    expectTooMany(await keyward.call("keys.createKey", { apiId, ...tooMany }), "The new key", "11000")
    const keys = [{ hash: randomBytes(32).toString("hex"), ...tooMany }]
    expectTooMany(await keyward.call("keys.migrateKeys", { apiId, keys }), "Key number 1", "11000")
    const keyId = await create({ roles: roleNames(10) })
    const before = await keyward.events({ limit: 1 })
    for (const [operation, change, count] of [
      ["keys.updateKey", tooMany, "11000"],
      ["keys.setRoles", tooMany, "11000"],
      ["keys.addRoles", { roles: ["role 9", "role 10"] }, "11000"],
      ["keys.updateKey", { permissions: ["a.0"] }, "10001"],
      ["keys.addPermissions", { permissions: ["a.0"] }, "10001"],
      ["keys.setPermissions", { permissions: ["a.0"] }, "10001"],
    ] as const) {
      expectTooMany(await keyward.call(operation, { keyId, ...change }), keyId, count)
    }
    expect(await keyward.events({ limit: 1 })).toEqual(before)
    expect(await rolesOf(keyId)).toBe(10)
    expect(await keyward.ok("keys.addRoles", { keyId, roles: ["role 9"] })).toHaveLength(10)
  })

  test("so that a role grows only as far as its fullest holder allows", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "grows", permissions: slugs(10) })
    const keyId = await create({ roles: [...roleNames(9), roleId], permissions: slugs(900) })
    const set = (count: number) => keyward.call("permissions.setRolePermissions", { roleId, permissions: slugs(count) })
    expect((await set(100)).status).toBe(200)
    expectTooMany(await set(101), keyId, "10001")
    expect((await set(5)).status).toBe(200)
    await keyward.ok("keys.deleteKey", { keyId })
    expect((await set(101)).status).toBe(200)
  })

  test("and what is above already may shrink and be changed otherwise, but not grow", async () => {
    const keyId = await create({ roles: roleNames(10) })
    for (const role of ["role 10", "role 11"]) {
      const { id } = await keyward.ok("permissions.getRole", { role })
      await queryDatabase(keyward, `insert into key_roles (key_id, role_id) values ('${keyId}', '${id}')`)
    }
    await keyward.ok("keys.updateKey", { keyId, name: "above" })
    expectTooMany(await keyward.call("keys.addPermissions", { keyId, permissions: ["a.0"] }), keyId, "12001")
    expect(await keyward.ok("keys.setRoles", { keyId, roles: roleNames(11) })).toHaveLength(11)
    expectTooMany(await keyward.call("keys.addRoles", { keyId, roles: ["role 11"] }), keyId, "12000")
    await keyward.ok("keys.removeRoles", { keyId, roles: ["role 10"] })
    expect(await rolesOf(keyId)).toBe(10)
  })
})

describe.each([...engines])("what a growing role is checked for is bounded on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let roleId: string
  let keyId: string
  beforeAll(async () => {
    roleId = (await keyward.ok("permissions.createRole", { name: "popular", permissions: ["a.0"] })).roleId
    keyId = (await keyward.ok("keys.createKey", { apiId: await createApi(keyward), roles: [roleId] })).keyId
    await addHolders(29_999)
  })

  /** Copies of the key that are like it in all but id and hash. */
  async function addHolders(count: number, word = "copy"): Promise<void> {
    const [row = {}] = await queryDatabase(keyward, `select * from keys where id = '${keyId}'`)
    const columns = Object.keys(row).filter((name) => name !== "id" && name !== "hash")
    const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
    await queryDatabase(
      keyward,
      `${numbers} insert into keys (id, hash, ${columns}) select '${word}_' || n, '${word}_' || n, ${columns}
         from keys, numbers where keys.id = '${keyId}'`,
    )
    await queryDatabase(
      keyward,
      `insert into key_roles (key_id, role_id) select id, '${roleId}' from keys where id like '${word}_%'`,
    )
  }
  const grow = (permissions: readonly string[]) =>
    keyward.call("permissions.setRolePermissions", { roleId, permissions })

  test("by the number of its holders, in a workspace that is large enough to need it", async () => {
    await keyward.ok("permissions.createRole", { name: "full", permissions: slugs(1000) })
    await addHolders(1, "small")
    expect((await grow(slugs(2))).status).toBe(200)
    await keyward.ok("permissions.createRole", { name: "one more", permissions: ["b"] })
    const { status, body } = await grow(slugs(3))
    expect([status, body.error?.detail]).toEqual([412, expect.stringContaining("30000 keys")])
    expect((await grow(slugs(1))).status).toBe(200)
    await queryDatabase(keyward, "delete from key_roles where key_id = 'small_1'")
    expect((await grow(slugs(3))).status).toBe(200)
  })

  test("by the number of links that its holders have in all", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "full" })
    // Each of them has more than 1,000 links, so that it is counted exactly.
    const fill = (count: number, offset: number) =>
      queryDatabase(
        keyward,
        `insert into key_roles (key_id, role_id)
           select id, '${id}' from keys where id like 'copy%' order by id limit ${count} offset ${offset}`,
      )
    await fill(30, 0)
    expect((await grow(slugs(4))).status).toBe(200)
    await fill(30, 30)
    const { status, body } = await grow(slugs(5))
    expect([status, body.error?.detail]).toEqual([412, expect.stringContaining("50000 roles and permissions")])
    expect((await grow(slugs(2))).status).toBe(200)
  })
})

describe("a key has at most 1,000 roles", () => {
  test("so that empty roles cannot pile up through repeated calls, and nothing changes", async () => {
    const keyward = await startKeyward({ engine: "sqlite" })
    try {
      const apiId = await createApi(keyward)
      const { keyId } = await keyward.ok("keys.createKey", { apiId })
      const names = Array.from({ length: 1_001 }, (_, index) => `empty ${index}`)
      for (let start = 0; start < names.length; start += 100) {
        const some = names.slice(start, start + 100)
        await Promise.all(some.map((name) => keyward.ok("permissions.createRole", { name })))
        if (start < 1_000) await keyward.ok("keys.addRoles", { keyId, roles: some })
      }
      const before = await keyward.events({ limit: 1 })
      const { status, body } = await keyward.call("keys.addRoles", { keyId, roles: ["empty 1000"] })
      expect(status).toBe(412)
      expect(body.error.detail).toContain(`The key ${keyId} would hold 1001 roles; a key may have 1000`)
      expect(await keyward.events({ limit: 1 })).toEqual(before)
      expect((await keyward.ok("keys.getKey", { keyId })).roles).toHaveLength(1_000)
    } finally {
      await keyward.stop()
    }
  })
})
