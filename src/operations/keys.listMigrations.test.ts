import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { walk } from "../../test/requests/walk.ts"

describe("keys.listMigrations", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  beforeAll(async () => {
    for (const name of ["one", "two", "three"]) {
      await keyward.ok("keys.createMigration", { name, algorithm: "sha256" })
    }
  })

  test("lists all migrations, oldest first, without a body, page by page", async () => {
    const all = await keyward.ok("keys.listMigrations")
    expect(all).toMatchObject([{ name: "one" }, { name: "two" }, { name: "three" }])
    expect(await walk((page) => keyward.call("keys.listMigrations", page))).toEqual(all)
  })

  test("shows nothing of another workspace", async () => {
    const { rootKey } = await keyward.createWorkspace()
    expect(await keyward.ok("keys.listMigrations", {}, { key: rootKey })).toEqual([])
  })
})
