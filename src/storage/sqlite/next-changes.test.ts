import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { openHeldStore } from "../../../test/held-store.ts"
import { rejection } from "../../../test/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { until } from "../../../test/until.ts"
import type { Database as Schema } from "../sql/schema.ts"

describe("a change of a SQLite file, after another one is stored", () => {
  const { newPath } = testFolder()
  const open = (options?: Parameters<typeof openHeldStore>[1]) => openHeldStore(newPath(".db"), options)

  test("is one message, also if it is refused", async () => {
    await using opened = await open()
    const { sent, inWorkspace, addIdentity, rename } = opened
    await addIdentity()
    await rename("second")
    const refusal = new Error("no")
    const refused = inWorkspace(async () => {
      throw refusal
    })
    expect(await rejection(refused)).toBe(refusal)
    expect(sent.slice(2)).toEqual(["begin write commit", "begin commit"])
    expect(await opened.name()).toBe("second")
  })

  test("does not look up again what that one knew and did not change", async () => {
    await using opened = await open()
    const { api, lookedUp, inWorkspace, find, add, rename } = opened
    const names: (string | undefined)[] = []
    const look = async (work = add) => {
      await inWorkspace(async (tx) => {
        names.push((await find(tx))?.name)
        await work(tx)
      })
      return lookedUp.splice(0).length
    }
    expect([await look(), await look(), await look()]).toEqual([1, 0, 0])
    expect([await look((tx) => tx.apis.update({ ...api, name: "new" })), await look(), await look()]).toEqual([0, 1, 0])
    await rename("newer")
    // A change that does not look it up knows it no longer.
    await opened.addIdentity()
    expect([await look(), await look()]).toEqual([1, 0])
    expect(names).toEqual([api.name, api.name, api.name, api.name, "new", "new", "newer", "newer"])
  })

  test.each([
    ["a statement that may change any table", ({ write }: Opened) => write([])],
    ["a change of the schema", ({ runAlone }: Opened) => runAlone("update apis set name = 'between'")],
    [
      "one that prepared before its turn",
      ({ api, transaction }: Opened) =>
        transaction((db) => renameIn(db, api.id, "between"), { workspaceId: api.workspaceId, preparesFirst: true }),
    ],
    [
      "one that runs alone",
      ({ api, transaction }: Opened) =>
        transaction((db) => renameIn(db, api.id, "between"), { workspaceId: api.workspaceId, isLong: true }),
    ],
  ])("looks everything up again after %s", async (_, between) => {
    await using opened = await open()
    const { lookedUp, inWorkspace, find } = opened
    await inWorkspace(find)
    await between(opened)
    lookedUp.length = 0
    expect((await inWorkspace(find))?.name).toBe(await opened.name())
    expect(lookedUp).toHaveLength(1)
  })

  test.each(["is kept", "is refused"])("runs again if another program wrote in between, and %s", async (outcome) => {
    await using opened = await open()
    const { api, path, inWorkspace, find } = opened
    using other = new Database(path)
    await inWorkspace(find)
    other.run("update apis set name = 'other' where id = ?", [api.id])
    const names: (string | undefined)[] = []
    await inWorkspace(async (tx) => {
      const found = await find(tx)
      names.push(found?.name)
      if (outcome === "is kept") await tx.apis.update({ ...api, name: `${found?.name}, then` })
      else if (found?.name !== "other") throw new Error(`The name is ${found?.name}.`)
    })
    expect(names).toEqual([api.name, "other"])
    expect(await opened.name()).toBe(outcome === "is kept" ? "other, then" : "other")
  })

  test("runs once, however long it takes", async () => {
    await using opened = await open({ maxMs: 50 })
    const { inWorkspace, addIdentity, add } = opened
    await addIdentity()
    let runs = 0
    await inWorkspace(async (tx) => {
      runs += 1
      const startedAt = Date.now()
      await until(() => Date.now() > startedAt + 100)
      await add(tx)
    })
    expect([runs, await opened.identities()]).toEqual([1, 2])
  })

  test("runs again if it would wait for the lock, because its caller may go away", async () => {
    await using opened = await open()
    const { path, inWorkspace, addIdentity, add, sent } = opened
    using other = new Database(path)
    await addIdentity()
    let runs = 0
    let isGone = false
    other.run("begin immediate")
    const change = inWorkspace(async (tx) => {
      runs += 1
      if (isGone) throw new Error("gone")
      await add(tx)
    })
    // The second message of the change waits for the lock.
    await until(() => sent.length === 4)
    isGone = true
    other.run("rollback")
    expect(await rejection(change)).toEqual(new Error("gone"))
    expect([runs, await opened.identities()]).toEqual([2, 1])
  })
})

type Opened = Awaited<ReturnType<typeof openHeldStore>>

async function renameIn(db: Schema, id: string, name: string): Promise<void> {
  await db.updateTable("apis").set({ name }).where("id", "=", id).execute()
}
