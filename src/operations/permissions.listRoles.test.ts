import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("permissions.listRoles", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  beforeAll(async () => {
    for (const body of [
      { name: "zookeeper", permissions: ["feed", "clean"] },
      { name: "Vet", description: "Heals" },
      { name: "guest", permissions: ["feed"] },
    ]) {
      await keyward.ok("permissions.createRole", body)
    }
  })

  test("lists all roles with their permissions, oldest first, without a body", async () => {
    const permission = (slug: string) => ({ id: expect.any(String), name: slug, slug })
    expect(await keyward.ok("permissions.listRoles")).toEqual([
      { id: expect.any(String), name: "zookeeper", permissions: [permission("clean"), permission("feed")] },
      { id: expect.any(String), name: "Vet", description: "Heals", permissions: [] },
      { id: expect.any(String), name: "guest", permissions: [permission("feed")] },
    ])
  })

  test("counts the keys of roles and permissions on request, each key once", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Zoo" })
    const create = (body: object) => keyward.ok("keys.createKey", { apiId, ...body })
    await create({ roles: ["zookeeper", "guest"], permissions: ["feed"] })
    await create({ roles: ["guest"], enabled: false })
    await create({ permissions: ["feed"] })
    const { keyId } = await create({ roles: ["guest"], permissions: ["feed", "clean"] })
    await keyward.ok("keys.deleteKey", { keyId })
    const counts = async (operation: string, field: string) => {
      const listed: Record<string, unknown>[] = await keyward.ok(operation, { countKeys: true })
      return Object.fromEntries(listed.map((one) => [one[field], one.keys]))
    }
    expect(await counts("permissions.listRoles", "name")).toEqual({ zookeeper: 1, Vet: 0, guest: 2 })
    expect(await counts("permissions.listPermissions", "slug")).toEqual({ feed: 3, clean: 1 })
    const [plain] = await keyward.ok("permissions.listRoles", { countKeys: false })
    expect(plain).not.toHaveProperty("keys")
  })

  test("searches id, name and description", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "guest" })
    for (const [search, names] of [
      [id, ["guest"]],
      ["KEEP", ["zookeeper"]],
      ["heal", ["Vet"]],
      ["feed", []],
    ]) {
      const roles = await keyward.ok("permissions.listRoles", { search })
      expect(roles.map(({ name }: { name: string }) => name)).toEqual(names)
    }
  })
})
