import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { startProcess } from "../../../test/services/child-process.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { addCountingIdentity } from "../conformance/counting-identity.ts"
import { balanceIdOf, limited } from "../conformance/new-key.ts"
import { addKey, operator } from "../conformance/stored-objects.ts"
import { migrations } from "../sql/migrations/index.ts"

describe("several processes", () => {
  const { newPath } = testFolder()
  const database = provideDatabase("sqlite")
  const { store } = database

  test("open and migrate a file at once: one applies each step, the others wait", async () => {
    const path = newPath(".db")
    const outputs = await runScripts({ path, count: 6, body: "console.log(JSON.stringify(applied))" })
    const applied: readonly string[] = outputs.flatMap((output) => JSON.parse(output))
    expect(applied.toSorted()).toEqual(migrations.map(({ name }) => name).toSorted())
    const file = new Database(path)
    expect(file.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" })
    file.close()
  })

  test("write to one file one after the other", async () => {
    const { workspaceId, identityId, count } = await addCountingIdentity(store)
    const key = await addKey(store, { credits: limited(100) })
    const body = `
      for (let round = 0; round < 15; round += 1) {
        await store.transaction({ workspaceId: "${workspaceId}", actor: { type: "operator", id: "operator" }, requestId: null, now: 1 }, async (tx) => {
          const found = await tx.identities.find("${workspaceId}", "${identityId}")
          await tx.identities.update(found, { ...found, meta: { count: found.meta.count + 1 } })
          tx.record({ type: "identity.updated", workspaceId: "${workspaceId}", resources: [{ type: "identity", id: "${identityId}" }],
            changes: { before: null, after: null } })
        })
        await Promise.all(Array.from({ length: 4 }, () => store.credits.spend({ balanceId: "${balanceIdOf(key)}", cost: 1, now: 1 })))
      }`
    await runScripts({ path: database.location, count: 3, body })
    expect(await count()).toBe(45)
    expect((await store.events.findChainEnd(workspaceId))?.length).toBe(45)
    expect((await store.keys.find(key.workspaceId, key.id))?.balance?.credits?.remaining).toBe(0)
  })

  test("count what all of them add, while each has several changes on their way", async () => {
    const { workspaceId, identityId, count } = await addCountingIdentity(store)
    const scope = JSON.stringify({ workspaceId, actor: operator, requestId: null, now: 1 })
    const body = `
      const { newApi } = await import(${JSON.stringify(join(import.meta.dir, "../conformance/new-objects.ts"))})
      let isOver = false
      const addApis = async () => {
        while (!isOver) await store.transaction(${scope}, (tx) => tx.apis.insert(newApi("${workspaceId}")))
      }
      const increment = async (lane) => {
        for (let round = 0; round < 20; round += 1) {
          await store.transaction({ ...${scope}, workspaceId: lane }, async (tx) => {
            const found = await tx.identities.find("${workspaceId}", "${identityId}")
            await tx.identities.update(found, { ...found, meta: { count: found.meta.count + 1 } })
          })
        }
      }
      const adding = Promise.all(Array.from({ length: 12 }, addApis))
      await Promise.all(["one", "two", "three"].map(increment))
      isOver = true
      await adding`
    await runScripts({ path: database.location, count: 3, body })
    expect(await count()).toBe(180)
  })
})

/** Runs the same program in several processes, with an open `store` and the names of the steps it `applied`. */
async function runScripts({ path, count, body }: { path: string; count: number; body: string }) {
  const script = `
    const { openSqlite } = await import(${JSON.stringify(join(import.meta.dir, "engine.ts"))})
    const { migrate } = await import(${JSON.stringify(join(import.meta.dir, "../sql/migrations/migrate.ts"))})
    const { sqlStore } = await import(${JSON.stringify(join(import.meta.dir, "../sql/store.ts"))})
    const engine = openSqlite(${JSON.stringify(path)})
    const applied = await migrate(engine)
    const store = sqlStore(engine, () => "evt_" + crypto.randomUUID())
    ${body}
    await store.close()`
  const processes = Array.from({ length: count }, () => startProcess({ command: [process.execPath, "-e", script] }))
  for (const { exit, stderr } of processes) expect([await exit, stderr()]).toEqual([{ code: 0, signal: null }, ""])
  return processes.map(({ stdout }) => stdout())
}
