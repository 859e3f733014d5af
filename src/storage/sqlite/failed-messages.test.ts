import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { askLate, openHeldStore } from "../../../test/storage/held-store.ts"
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

  test("stores nothing of the others", () => {
    const path = newPath(".db")
    const file = openFile(path, "write")
    using other = new Database(path)
    const count = () => other.query<{ count: number }, []>("select count(*) as count from counted").get()?.count
    file.connection.run("create table counted (number integer)")
    for (const steps of [[{ type: "begin" }, writing, failing], [querying], [writing], [{ type: "commit" }]] as const) {
      expect(execute(file, { steps }).type).toBe("failure")
    }
    expect(count()).toBe(0)
    // A failed commit ends the transaction, so the next one is not affected.
    expect(execute(file, { steps: [{ type: "begin" }, writing, { type: "commit" }] }).type).toBe("results")
    expect(count()).toBe(1)
    file.connection.close()
  })

  test("lets the next one begin, if its own `begin` waited too long for the lock", () => {
    const path = newPath(".db")
    const file = openFile(path, "write")
    using other = new Database(path)
    file.connection.run("create table counted (number integer)")
    file.connection.run("pragma busy_timeout = 1")
    other.run("begin immediate")
    expect(execute(file, { steps: [{ type: "begin" }] }).type).toBe("failure")
    other.run("rollback")
    expect(execute(file, { steps: [{ type: "begin" }] }).type).toBe("results")
    expect(execute(file, { steps: [writing, { type: "commit" }] }).type).toBe("results")
    file.connection.close()
  })

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
