import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.listRoles on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  beforeAll(async () => {
    for (const body of [
      { name: "zookeeper", permissions: ["feed", "clean"] },
      { name: "Vet", description: "Heals" },
      { name: "guest", permissions: ["feed"] },
    ]) {
      await keyward.ok("permissions.createRole", body)
    }
  })

  const names = async (body: object, options = {}): Promise<string[]> => {
    const roles = await keyward.ok("permissions.listRoles", body, options)
    return roles.map(({ name }: { name: string }) => name)
  }

  test("lists all roles with their permissions, oldest first, without a body", async () => {
    const reply = await keyward.call("permissions.listRoles")
    const permission = (slug: string) => ({ id: expect.any(String), name: slug, slug })
    expect(reply.body.data).toEqual([
      { id: expect.any(String), name: "zookeeper", permissions: [permission("clean"), permission("feed")] },
      { id: expect.any(String), name: "Vet", description: "Heals", permissions: [] },
      { id: expect.any(String), name: "guest", permissions: [permission("feed")] },
    ])
    expect(reply.body.pagination).toEqual({ hasMore: false })
  })

  test("yields every role once when walked one by one", async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply = await keyward.call("permissions.listRoles", { limit: 1, ...(cursor && { cursor }) })
      seen.push(...reply.body.data.map(({ name }: { name: string }) => name))
      cursor = reply.body.pagination.cursor
    } while (cursor !== undefined)
    expect(seen).toEqual(["zookeeper", "Vet", "guest"])
  })

  test("searches id, name and description", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "guest" })
    expect(await names({ search: id })).toEqual(["guest"])
    expect(await names({ search: "KEEP" })).toEqual(["zookeeper"])
    expect(await names({ search: "heal" })).toEqual(["Vet"])
    expect(await names({ search: "feed" })).toEqual([])
  })

  test("shows nothing of another workspace", async () => {
    const { rootKey } = await keyward.createWorkspace()
    expect(await names({}, { key: rootKey })).toEqual([])
  })

  test.each([
    [{ limit: 0 }, "body.limit"],
    [{ cursor: "abc" }, "body.cursor"],
    [{ role: "guest" }, "body.role"],
  ])("refuses %j", async (body, location) => {
    const reply = await keyward.call("permissions.listRoles", body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors[0].location).toBe(location)
  })
})
