import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { storeOn } from "../../../test/provide-database.ts"
import { rejection } from "../../../test/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { until } from "../../../test/until.ts"
import type { Api } from "../../core/model.ts"
import { newIdentity } from "../conformance/new-objects.ts"
import { addApi, change } from "../conformance/stored-objects.ts"
import { everything } from "../conformance/whole-lists.ts"
import type { Transaction } from "../port/store.ts"
import { migrate } from "../sql/migrate.ts"
import { insertRows } from "../sql/row-statements.ts"
import type { Database as Schema } from "../sql/schema.ts"
import { executeBuilt } from "../sql/statement-driver.ts"
import { openSqlite } from "./engine.ts"
import { execute, openFile } from "./file.ts"
import type { Step } from "./protocol.ts"
import { resultsOf, startThread } from "./thread-client.ts"
import { createWriter, type Patience, type WriterOptions } from "./writer.ts"

/** How late a statement comes, in turns of the queue of microtasks. */
const turns = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const endless: Patience = { maxMs: 60_000, slowCommitMs: 60_000 }

describe("changes of a SQLite file, while others are on their way to the thread that writes", () => {
  const { newPath } = testFolder()

  /** A store with an API, whose messages to the thread, and its replies, wait while the test holds them. */
  const open = async ({ bounds, ...patience }: Partial<Patience & Pick<WriterOptions, "bounds">> = {}) => {
    const path = newPath(".db")
    const engine = openSqlite(path)
    await migrate(engine)
    const api = await addApi(storeOn(engine))
    const thread = startThread({ path, access: "write" })
    const file = openFile(path, "read")
    const sent: string[] = []
    const executed: string[] = []
    /** What another program does after the first commit. */
    let afterCommit = () => {}
    let messages = Promise.resolve()
    let replies = Promise.resolve()
    let last: Promise<unknown> = Promise.resolve()
    const writer = createWriter({
      thread: {
        async execute(steps) {
          const text = steps.map(({ type }) => type).join(" ")
          sent.push(text)
          const before = last
          const { promise, resolve } = Promise.withResolvers<void>()
          last = promise
          await before
          await messages
          const results = thread.execute(steps)
          await results.catch(() => {})
          executed.push(text)
          if (text.endsWith("commit")) afterCommit()
          resolve()
          await replies
          return results
        },
      },
      lookUp: ({ sql, parameters }) =>
        resultsOf(execute(file, { steps: [{ type: "query", sql, parameters }] }))[0] ?? [],
      read: async () => [],
      ...(bounds && { bounds }),
      patience: { ...endless, ...patience },
    })
    const store = storeOn({ ...engine, transaction: writer.transaction })
    const inWorkspace = <T>(work: (tx: Transaction) => Promise<T>) => change(store, api.workspaceId, work)
    const add = (tx: Transaction) => tx.identities.insert([newIdentity(api.workspaceId)])
    return {
      path,
      api,
      sent,
      executed,
      inWorkspace,
      rename: (name: string) => inWorkspace((tx) => tx.apis.update({ ...api, name })),
      add,
      transaction: writer.transaction,
      write: writer.write,
      addIdentity: () => inWorkspace(add),
      name: async () => (await store.apis.find(api.workspaceId, api.id))?.name,
      identities: async () => (await store.identities.list(api.workspaceId, everything)).length,
      onceAfterCommit(work: () => void) {
        afterCommit = () => {
          afterCommit = () => {}
          work()
        }
      },
      holdMessages() {
        const { promise, resolve } = Promise.withResolvers<void>()
        messages = promise
        return resolve
      },
      holdReplies() {
        const { promise, resolve } = Promise.withResolvers<void>()
        replies = promise
        return resolve
      },
      async [Symbol.asyncDispose]() {
        await thread.close()
        file.connection.close()
        await engine.close()
      },
    }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  /** Starts a change, and calls the function when the change has run, but its commit is not yet on its way. */
  const runThen = async <T>({ inWorkspace }: Opened, work: (tx: Transaction) => Promise<unknown>, then: () => T) => {
    const ran = Promise.withResolvers<T>()
    let runs = 0
    const done = inWorkspace(async (tx) => {
      runs += 1
      await work(tx)
      if (runs === 1) ran.resolve(then())
    })
    return { done, release: await ran.promise }
  }

  /** Starts a change, and returns when its commit is on its way. Nothing reaches the thread until it is released. */
  const commitHeld = async (opened: Opened, work: (tx: Transaction) => Promise<unknown>) => {
    const started = await runThen(opened, work, opened.holdMessages)
    await until(() => opened.sent.at(-1)?.endsWith("commit") === true)
    return started
  }

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

  test.each([
    ["are kept", (tx: Transaction, api: Api, name: string) => tx.apis.update({ ...api, name: `${name}, then` })],
    [
      "are refused",
      async (_tx: Transaction, _api: Api, name: string) => {
        if (name !== "other") throw new Error(`The name is ${name}.`)
      },
    ],
  ])("run again if another program wrote after they looked something up, and they %s", async (outcome, end) => {
    await using opened = await open()
    const { api, path, executed, inWorkspace, holdReplies } = opened
    using other = new Database(path)
    const { done: first, release } = await runThen(opened, opened.add, holdReplies)
    const names: (string | undefined)[] = []
    const second = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      if (names.push(found?.name) === 1) {
        await until(() => executed.at(-1)?.endsWith("commit"))
        other.run("update apis set name = 'other' where id = ?", [api.id])
        release()
      }
      await end(tx, api, found?.name ?? "")
    })
    await Promise.all([first, second])
    expect(names).toEqual([api.name, "other"])
    expect(await opened.name()).toBe(outcome === "are kept" ? "other, then" : "other")
  })

  test("run again also behind another one that runs again because another program wrote", async () => {
    await using opened = await open()
    const { api, path, sent, executed, inWorkspace, addIdentity, onceAfterCommit } = opened
    using other = new Database(path)
    const first = await commitHeld(opened, opened.add)
    const second = addIdentity()
    await until(() => sent.length === 3)
    const names: (string | undefined)[] = []
    const third = inWorkspace(async (tx) => {
      const found = await tx.apis.find(api.workspaceId, api.id)
      names.push(found?.name)
      await until(() => executed.length > 2)
      await tx.apis.update({ ...api, name: `${found?.name}, then` })
    })
    await until(() => names.length === 1)
    onceAfterCommit(() => other.run("update apis set name = 'other' where id = ?", [api.id]))
    first.release()
    await Promise.all([first.done, second, third])
    expect(names).toEqual([api.name, "other"])
    expect(await opened.name()).toBe("other, then")
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
          ignored(asking(db, late))
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
        ignored(asking(db, late))
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

  test("run again if they waited long, because their callers may have gone away", async () => {
    await using opened = await open({ maxMs: 250 })
    const { api, inWorkspace } = opened
    const first = await commitHeld(opened, opened.add)
    let isGone = false
    let runs = 0
    const second = inWorkspace(async (tx) => {
      runs += 1
      await tx.apis.update({ ...api, name: "gone" })
      if (isGone) throw new Error("gone")
    })
    await until(() => runs === 1)
    isGone = true
    const startedAt = Date.now()
    await until(() => Date.now() > startedAt + 300)
    first.release()
    expect(await rejection(Promise.all([first.done, second]))).toEqual(new Error("gone"))
    expect([runs, await opened.name()]).toEqual([2, api.name])
  })

  test("wait for their turn if the disk is slow, so that they need not run again", async () => {
    await using opened = await open({ slowCommitMs: 50 })
    const { inWorkspace, holdReplies } = opened
    const slow = await runThen(opened, opened.add, holdReplies)
    const startedAt = performance.now()
    await until(() => performance.now() > startedAt + 100)
    slow.release()
    await slow.done
    const first = await commitHeld(opened, opened.add)
    const order: string[] = []
    const second = inWorkspace(async () => order.push("second"))
    await Bun.sleep(0)
    order.push("released")
    first.release()
    await Promise.all([first.done, second])
    expect(order).toEqual(["released", "second"])
  })
})

function ignored(promise: Promise<unknown>): void {
  promise.catch(() => {})
}

async function asking(db: Schema, late: number): Promise<void> {
  for (let turn = 0; turn < late; turn += 1) await undefined
  await executeBuilt(db, sql`select 1`.compile(db))
}
