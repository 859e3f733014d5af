import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.listMigrations on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  beforeAll(async () => {
    for (const name of ["one", "two", "three"]) {
      await keyward.ok("keys.createMigration", { name, algorithm: "sha256" })
    }
  })

  test("lists all migrations, oldest first, without a body", async () => {
    const reply = await keyward.call("keys.listMigrations")
    expect(reply.body.data.map(({ name }: { name: string }) => name)).toEqual(["one", "two", "three"])
    expect(reply.body.pagination).toEqual({ hasMore: false })
  })

  test("yields every migration once when walked one by one", async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply = await keyward.call("keys.listMigrations", { limit: 1, ...(cursor && { cursor }) })
      seen.push(...reply.body.data.map(({ name }: { name: string }) => name))
      cursor = reply.body.pagination.cursor
    } while (cursor !== undefined)
    expect(seen).toEqual(["one", "two", "three"])
  })

  test("shows nothing of another workspace", async () => {
    const { rootKey } = await keyward.createWorkspace()
    expect(await keyward.ok("keys.listMigrations", {}, { key: rootKey })).toEqual([])
  })

  test("refuses bad input at its location", async () => {
    for (const [body, location] of [
      [{ limit: 101 }, "body.limit"],
      [{ cursor: "abc" }, "body.cursor"],
      [{ search: "one" }, "body.search"],
    ] as const) {
      const reply = await keyward.call("keys.listMigrations", body)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
