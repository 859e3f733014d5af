import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("permissions.listPermissions", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
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

  const slugs = async (body?: object): Promise<string[]> => {
    const permissions = await keyward.ok("permissions.listPermissions", body)
    return permissions.map(({ slug }: { slug: string }) => slug)
  }

  test("lists all permissions, oldest first, without a body", async () => {
    expect(await slugs()).toEqual(["one", "two_100", "three"])
    expect((await keyward.ok("permissions.listPermissions"))[0]).toEqual(first)
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
})
