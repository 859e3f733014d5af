import { sql } from "kysely"
import { newIdentity } from "../../src/storage/conformance/new-objects.ts"
import { addApi, change } from "../../src/storage/conformance/stored-objects.ts"
import { everything } from "../../src/storage/conformance/whole-lists.ts"
import type { Transaction } from "../../src/storage/port/store.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import type { Database } from "../../src/storage/sql/schema/schema.ts"
import { executeBuilt } from "../../src/storage/sql/statements/statement-driver.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import { execute, openFile } from "../../src/storage/sqlite/file.ts"
import { resultsOf, startThread } from "../../src/storage/sqlite/thread-client.ts"
import { createWriter, type WriterOptions } from "../../src/storage/sqlite/writer.ts"
import { until } from "../harness/until.ts"
import { storeOn } from "./provide-database.ts"

/** The usual number of changes, without a time after which a group ends. */
const unhurried = { maxChanges: 64, maxMs: 60_000 }

type Work = (tx: Transaction) => Promise<unknown>

/** A store with an API, whose messages to the thread wait while the test holds them. */
export async function openHeldStore(path: string, { bounds = unhurried }: Pick<WriterOptions, "bounds"> = {}) {
  const engine = openSqlite(path)
  await migrate(engine)
  const api = await addApi(storeOn(engine))
  const thread = startThread({ path, access: "write" })
  const file = openFile(path, "read")
  const sent: string[] = []
  let messages = Promise.resolve()
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
        resolve()
        return results
      },
    },
    lookUp({ sql, parameters }) {
      return resultsOf(execute(file, { steps: [{ type: "query", sql, parameters }] }))[0] ?? []
    },
    read: async () => [],
    bounds,
  })
  const store = storeOn({ ...engine, transaction: writer.transaction })
  const inWorkspace = <T>(work: (tx: Transaction) => Promise<T>) => change(store, api.workspaceId, work)
  const add = (tx: Transaction) => tx.identities.insert([newIdentity(api.workspaceId)])
  return {
    path,
    api,
    sent,
    inWorkspace,
    find: (tx: Transaction) => tx.apis.find(api.workspaceId, api.id),
    rename: (name: string) => inWorkspace((tx) => tx.apis.update({ ...api, name })),
    add,
    transaction: writer.transaction,
    spend: writer.spend,
    addIdentity: () => inWorkspace(add),
    name: async () => (await store.apis.find(api.workspaceId, api.id))?.name,
    identities: async () => (await store.identities.list(api.workspaceId, everything)).length,
    events: () => store.events.listChain(api.workspaceId, 0, 1_000),
    holdMessages() {
      const { promise, resolve } = Promise.withResolvers<void>()
      messages = promise
      return resolve
    },
    async [Symbol.asyncDispose]() {
      await thread.close()
      file.connection.close()
      await engine.close()
    },
  }
}

/** A statement that comes late, in turns of the queue of microtasks. The caller does not wait for it, and gets no error. */
export function askLate(db: Database, late: number): void {
  const ask = async () => {
    for (let turn = 0; turn < late; turn += 1) await undefined
    await executeBuilt(db, sql`select 1`.compile(db))
  }
  ask().catch(() => {})
}

type HeldStore = Awaited<ReturnType<typeof openHeldStore>>

/** Starts a change, and returns when its commit is in flight. Nothing reaches the thread until it is released. */
export async function commitHeld({ inWorkspace, holdMessages, sent }: HeldStore, work: Work) {
  const ran = Promise.withResolvers<() => void>()
  let runs = 0
  const done = inWorkspace(async (tx) => {
    runs += 1
    await work(tx)
    if (runs === 1) ran.resolve(holdMessages())
  })
  const release = await ran.promise
  await until(() => sent.at(-1)?.endsWith("commit") === true)
  return { done, release }
}
