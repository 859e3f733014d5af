import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { rejection } from "../../../test/harness/rejection.ts"
import { until } from "../../../test/harness/until.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { askLate, commitHeld, openHeldStore } from "../../../test/storage/held-store.ts"
import type { Database as Schema } from "../sql/schema/schema.ts"
import { insertRows } from "../sql/statements/row-statements.ts"
import type { Step } from "./protocol.ts"
import { createWriter } from "./writer.ts"

/** How late a statement comes, in turns of the queue of microtasks. */
const turns = [0, 1, 2, 3, 4, 5, 6, 7, 8]

describe("changes of a SQLite file, while others are in flight to the thread that writes", () => {
  const { newPath } = testFolder()
  const open = () => openHeldStore(newPath(".db"))

  test("send `begin` behind them, and run together when all before them are stored", async () => {
    await using opened = await open()
    const { sent, addIdentity, inWorkspace, find, api } = opened
    const first = await commitHeld(opened, (tx) => tx.apis.update({ ...api, name: "first" }))
    let runs = 0
    const append = inWorkspace(async (tx) => {
      runs += 1
      const found = await find(tx)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    const others = [addIdentity(), addIdentity()]
    await until(() => sent.length >= 3)
    await Bun.sleep(0)
    expect([runs, sent]).toEqual([0, ["begin", "write commit", "begin"]])
    first.release()
    await Promise.all([first.done, append, ...others])
    expect(sent.slice(3)).toEqual(["write write write write write commit"])
    expect([runs, await opened.name(), await opened.identities()]).toEqual([1, "first, then", 2])
  })

  test("are stored, although those fail, and each in its order", async () => {
    await using opened = await open()
    const { api, sent, addIdentity, rename, identities } = opened
    const failing = await commitHeld(opened, (tx) => tx.apis.insert(api))
    const refused = rejection(failing.done)
    const following = [addIdentity(), rename("one"), rename("two")]
    await until(() => sent.length >= 3)
    failing.release()
    await Promise.all(following)
    expect(await refused).toBeInstanceOf(Error)
    // Only the one that failed runs again.
    expect(sent.filter((text) => text === "begin")).toHaveLength(3)
    expect([await opened.name(), await identities()]).toEqual(["two", 1])
  })

  test("send nothing behind a spend that has no lock yet, because they would wait for it twice", async () => {
    await using opened = await open()
    const { sent, spend, addIdentity, holdMessages } = opened
    const release = holdMessages()
    const spending = spend([], "short")
    const adding = addIdentity()
    await until(() => sent.length >= 1)
    await Bun.sleep(0)
    expect(sent).toEqual(["begin spend commit"])
    release()
    await Promise.all([spending, adding])
    expect(sent.slice(1)).toEqual(["begin", "write write commit"])
  })

  test("that are refused leave nothing behind, even if they did not wait for a statement", async () => {
    await using opened = await open()
    const { api, transaction, identities, addIdentity } = opened
    const first = await commitHeld(opened, (tx) => tx.apis.update({ ...api, name: "first" }))
    const refusal = new Error("no")
    const refused = [
      (db: Schema) => sql`select name from apis`.execute(db),
      (db: Schema) => db.deleteFrom("apis").where("id", "=", api.id).returning("id").execute(),
    ].map((start) =>
      rejection(
        transaction(async (db) => {
          ignored(start(db))
          throw refusal
        }),
      ),
    )
    const other = addIdentity()
    await Bun.sleep(0)
    first.release()
    expect(await Promise.all(refused)).toEqual([refusal, refusal])
    await Promise.all([first.done, other])
    await transaction(async () => {}, { isLong: true })
    expect([await opened.name(), await identities()]).toEqual(["first", 1])
  })

  test("that fail with their commit are not reported as stored, although a statement was sent late", async () => {
    const failure = new Error("disk full")
    const execute = async (steps: readonly Step[]) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (steps.at(-1)?.type === "commit") throw failure
      return steps.map(() => null)
    }
    const { transaction } = createWriter({ thread: { execute }, lookUp: () => [], read: async () => [] })
    for (const late of turns) {
      const change = transaction(async (db) => {
        await insertRows(db, "installation", [{ name: "a", value: "" }])
        askLate(db, late)
      })
      expect(await rejection(change)).toBe(failure)
    }
  })
})

function ignored(promise: Promise<unknown>): void {
  promise.catch(() => {})
}
