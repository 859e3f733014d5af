import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { until } from "../../../test/harness/until.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { openHeldStore } from "../../../test/storage/held-store.ts"

describe("a change of a SQLite file, while another program uses the file", () => {
  const { newPath } = testFolder()
  const open = () => openHeldStore(newPath(".db"))

  test("finds what that program wrote, and runs once", async () => {
    await using opened = await open()
    const { api, path, inWorkspace, find } = opened
    using other = new Database(path)
    await inWorkspace(find)
    other.run("update apis set name = 'other' where id = ?", [api.id])
    let runs = 0
    await inWorkspace(async (tx) => {
      runs += 1
      const found = await find(tx)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    expect([runs, await opened.name()]).toEqual([1, "other, then"])
  })

  test("holds the lock while it runs, so that what it has looked up stays true", async () => {
    await using opened = await open()
    const { api, path, inWorkspace, find } = opened
    using other = new Database(path)
    const rename = () => other.run("update apis set name = 'other' where id = ?", [api.id])
    await inWorkspace(async (tx) => {
      await find(tx)
      expect(rename).toThrow("database is locked")
      await tx.apis.update({ ...api, name: "own" })
    })
    expect(await opened.name()).toBe("own")
    rename()
    expect(await opened.name()).toBe("other")
  })

  test("waits for its lock before it runs, so that it notices if its caller goes away", async () => {
    await using opened = await open()
    const { path, inWorkspace, add, sent } = opened
    using other = new Database(path)
    let isGone = false
    other.run("begin immediate")
    const change = inWorkspace(async (tx) => {
      if (isGone) throw new Error("gone")
      await add(tx)
    })
    await until(() => sent.length >= 1)
    isGone = true
    other.run("rollback")
    expect(await rejection(change)).toEqual(new Error("gone"))
    expect(await opened.identities()).toBe(0)
  })
})
