import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.listPermissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let first: { readonly id: string }

  beforeAll(async () => {
    for (const body of [
      { name: "Zebra", slug: "one" },
      { name: "Yak", slug: "two_100" },
      { name: "Xerus", slug: "three", description: "About ANIMALS" },
    ]) {
      await keyward.ok("permissions.createPermission", body)
    }
    first = await keyward.ok("permissions.getPermission", { permission: "one" })
  })

  const slugs = async (body?: object, options = {}): Promise<string[]> => {
    const permissions = await keyward.ok("permissions.listPermissions", body, options)
    return permissions.map(({ slug }: { slug: string }) => slug)
  }

  test("lists all permissions, oldest first, without a body", async () => {
    const reply = await keyward.call("permissions.listPermissions")
    expect(reply.body.data[0]).toEqual(first)
    expect(reply.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["one", "two_100", "three"])
    expect(reply.body.pagination).toEqual({ hasMore: false })
  })

  test("yields every permission once when walked one by one", async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply = await keyward.call("permissions.listPermissions", { limit: 1, ...(cursor && { cursor }) })
      seen.push(...reply.body.data.map(({ slug }: { slug: string }) => slug))
      cursor = reply.body.pagination.cursor
    } while (cursor !== undefined)
    expect(seen).toEqual(["one", "two_100", "three"])
  })

  test("searches id, name, slug and description, literally and without regard to case", async () => {
    expect(await slugs({ search: " zEBRA " })).toEqual(["one"])
    expect(await slugs({ search: "hree" })).toEqual(["three"])
    expect(await slugs({ search: "animals" })).toEqual(["three"])
    expect(await slugs({ search: first.id })).toEqual(["one"])
    expect(await slugs({ search: "_100" })).toEqual(["two_100"])
    expect(await slugs({ search: "o%e" })).toEqual([])
    expect(await slugs({ search: " " })).toEqual(["one", "two_100", "three"])
  })

  test("shows nothing of another workspace", async () => {
    const { rootKey } = await keyward.createWorkspace()
    expect(await slugs({}, { key: rootKey })).toEqual([])
  })

  test.each([
    [{ limit: 0 }, "body.limit"],
    [{ limit: 101 }, "body.limit"],
    [{ cursor: "!" }, "body.cursor"],
    [{ cursor: "abc" }, "body.cursor"],
    [{ search: 5 }, "body.search"],
    [{ permission: "one" }, "body.permission"],
  ])("refuses %j", async (body, location) => {
    const reply = await keyward.call("permissions.listPermissions", body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors[0].location).toBe(location)
  })
})
