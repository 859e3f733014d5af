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
