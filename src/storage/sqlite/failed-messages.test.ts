import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { askLate, openHeldStore } from "../../../test/held-store.ts"
import { rejection } from "../../../test/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { execute, openFile } from "./file.ts"
import type { Step } from "./protocol.ts"

/** How late a statement comes, in turns of the queue of microtasks: before, with and after the commit. */
const turns = Array.from({ length: 20 }, (_, index) => index)

const writing: Step = { type: "write", sql: "insert into counted (number) values (?)", rows: [[1]] }
const querying: Step = {
  type: "query",
  sql: "insert into counted (number) values (2) returning number",
  parameters: [],
}
const failing: Step = { type: "query", sql: "select * from nothing", parameters: [] }

describe("a transaction of a SQLite file with several messages, one of which fails", () => {
  const { newPath } = testFolder()
  const open = () => openHeldStore(newPath(".db"))

  test.each([
    ["its begin, because it comes too late", [{ type: "begin", ifNext: { by: 0 } }, querying]],
    ["its begin, because another program has written", [{ type: "begin", ifNext: {} }, querying]],
    ["a statement", [{ type: "begin" }, writing, failing]],
  ] as const)("stores nothing, if that is %s", (_, first) => {
    const path = newPath(".db")
    const file = openFile(path, "write")
    using other = new Database(path)
    const count = () => other.query<{ count: number }, []>("select count(*) as count from counted").get()?.count
    file.connection.run("create table counted (number integer)")
    expect(execute(file, { steps: [{ type: "begin" }, { type: "commit" }] }).type).toBe("results")
    other.run("insert into counted (number) values (0)")
    for (const steps of [first, [querying], [writing], [{ type: "commit" }]] as const) {
      expect(execute(file, { steps }).type).toBe("failure")
    }
    expect(count()).toBe(1)
    // A failed commit ends the transaction, so the next one is not affected.
    expect(execute(file, { steps: [{ type: "begin" }, writing, { type: "commit" }] }).type).toBe("results")
    expect(count()).toBe(2)
    file.connection.close()
  })

  test.each(turns)(
    "is not reported as stored, if another program wrote, and a statement is %i turns late",
    async (late) => {
      await using opened = await open()
      const { api, path, inWorkspace, find, transaction } = opened
      using other = new Database(path)
      await inWorkspace(find)
      other.run("update apis set name = 'other' where id = ?", [api.id])
      const refusal = new Error("no")
      const refused = rejection(
        transaction(async (db) => {
          askLate(db, late)
          throw refusal
        }),
      )
      const stored = inWorkspace(async (tx) => {
        const found = await find(tx)
        await tx.apis.update({ ...api, name: `${found?.name}, then` })
      })
      expect(await refused).toBe(refusal)
      await stored
      expect(await opened.name()).toBe("other, then")
    },
  )

  test.each(turns)(
    "is not reported as stored, if a write of it fails with a statement that is %i turns late",
    async (late) => {
      await using opened = await open()
      const { api, inWorkspace, find, transaction } = opened
      await inWorkspace(find)
      const refused = rejection(
        transaction(async (db) => {
          askLate(db, late)
          throw new Error("no")
        }),
      )
      expect(await rejection(inWorkspace((tx) => tx.apis.insert(api)))).toBeInstanceOf(Error)
      expect(await refused).toEqual(new Error("no"))
    },
  )
})
