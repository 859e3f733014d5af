import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { askLate, commitHeld, endless, openHeldStore } from "../../../test/held-store.ts"
import { rejection } from "../../../test/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { until } from "../../../test/until.ts"
import { insertRows } from "../sql/row-statements.ts"
import type { Database as Schema } from "../sql/schema.ts"
import type { Step } from "./protocol.ts"
import { createWriter } from "./writer.ts"

/** How late a statement comes, in turns of the queue of microtasks. */
const turns = [0, 1, 2, 3, 4, 5, 6, 7, 8]

describe("changes of a SQLite file, while others are on their way to the thread that writes", () => {
  const { newPath } = testFolder()
  const open = (options?: Parameters<typeof openHeldStore>[1]) => openHeldStore(newPath(".db"), options)

  test("run at once, and take one message", async () => {
    await using opened = await open()
    const { api, sent, inWorkspace, addIdentity, identities } = opened
    const first = await commitHeld(opened, opened.add)
    const ran = Promise.withResolvers<void>()
    const second = inWorkspace(async (tx) => {
      expect((await tx.apis.find(api.workspaceId, api.id))?.name).toBe(api.name)
      await tx.apis.update({ ...api, name: "second" })
      ran.resolve()
    })
    await ran.promise
    await until(() => sent.length === 3)
    // Two are on their way, so these wait, and share a transaction.
    const others = [addIdentity(), addIdentity(), addIdentity()]
    await Bun.sleep(0)
    expect(sent).toEqual(["begin", "write write commit", "begin write commit"])
    first.release()
    await Promise.all([first.done, second, ...others])
    expect(sent.slice(3)).toEqual(["begin write write write write write write commit"])
    expect([await opened.name(), await identities()]).toEqual(["second", 4])
  })

  test("wait until at most one of those is left, also if they are as many as share a transaction", async () => {
    await using opened = await open({ bounds: { maxChanges: 1, maxMs: 60_000 } })
    const { sent, rename } = opened
    const first = await commitHeld(opened, opened.add)
    const others = ["one", "two", "three"].map(rename)
    await until(() => sent.length === 3)
    await Bun.sleep(0)
    expect(sent).toHaveLength(3)
    first.release()
    await Promise.all([first.done, ...others])
    expect(sent).toHaveLength(5)
    expect(await opened.name()).toBe("three")
  })

  test("wait before they look up what those write", async () => {
    await using opened = await open()
    const { api, inWorkspace, addIdentity } = opened
    const first = await commitHeld(opened, (tx) => tx.apis.update({ ...api, name: "first" }))
    const between = addIdentity()
    const append = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    await Bun.sleep(0)
    first.release()
    await Promise.all([first.done, between, append])
    expect(await opened.name()).toBe("first, then")
  })

  test("are stored, although one of those fails, and each in its order", async () => {
    await using opened = await open()
    const { api, sent, addIdentity, rename, identities } = opened
    const failing = await commitHeld(opened, (tx) => tx.apis.insert(api))
    const refused = rejection(failing.done)
    const following = [addIdentity(), rename("one"), rename("two")]
    await until(() => sent.length === 3)
    failing.release()
    await Promise.all(following)
    // Only the one that failed runs again.
    expect(sent.filter((text) => text === "begin")).toHaveLength(2)
    expect(await refused).toBeInstanceOf(Error)
    expect([await opened.name(), await identities()]).toEqual(["two", 1])
  })

  test("wait for what may not have begun, even if it writes nothing", async () => {
    await using opened = await open()
    const { api, path, sent, inWorkspace, write, holdMessages } = opened
    using other = new Database(path)
    const release = holdMessages()
    const first = write([])
    await until(() => sent.length === 1)
    const second = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    await Bun.sleep(0)
    other.run("update apis set name = 'other' where id = ?", [api.id])
    release()
    await Promise.all([first, second])
    expect(await opened.name()).toBe("other, then")
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

  test.each(turns)(
    "are not stored in part if they may not begin, although a statement was sent, %i turns late",
    async (late) => {
      await using opened = await open({ maxMs: -1 })
      const { api, transaction, identities, addIdentity } = opened
      const first = await commitHeld(opened, (tx) => tx.apis.update({ ...api, name: "first" }))
      const refusal = new Error("no")
      const refused = rejection(
        transaction(async (db) => {
          askLate(db, late)
          throw refusal
        }),
      )
      const following = [addIdentity(), addIdentity()]
      await Bun.sleep(0)
      first.release()
      expect(await refused).toBe(refusal)
      await Promise.all([first.done, ...following])
      expect(await identities()).toBe(2)
    },
  )

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

  test("do not keep all those before them in memory", async () => {
    const steps: WeakRef<Step>[] = []
    const execute = async ([first, ...others]: readonly Step[]) => {
      if (first?.type === "begin" && first.ifNext !== undefined) steps.push(new WeakRef(first))
      await new Promise((resolve) => setImmediate(resolve))
      return [first, ...others].map(() => null)
    }
    const { transaction } = createWriter({
      thread: { execute },
      lookUp: () => [],
      read: async () => [],
      bounds: { maxChanges: 2, maxMs: 60_000 },
      patience: endless,
    })
    const isForgotten = () => {
      Bun.gc(true)
      return steps.length > 100 && steps[0]?.deref() === undefined
    }
    let isOver = false
    const change = async (lane: string) => {
      while (!isOver) await transaction((db) => insertRows(db, "installation", [{ name: lane, value: "" }]), { lane })
    }
    const changes = Array.from({ length: 8 }, (_, index) => change(`lane ${index}`))
    await until(isForgotten)
    isOver = true
    await Promise.all(changes)
  })
})

function ignored(promise: Promise<unknown>): void {
  promise.catch(() => {})
}
