import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { type Served, startKeyward } from "../processes.ts"
import { requestsOf } from "../requests.ts"
import { openBareSqlite } from "./bare-writers.ts"
import { cases, workOf } from "./cases.ts"
import { createTenant } from "./tenant.ts"

const folder = temporaryFolder()
const path = join(folder.path, "keyward.db")
let server: Served
let bare: ReturnType<typeof openBareSqlite>
beforeAll(async () => {
  server = await startKeyward(folder.path)
  bare = openBareSqlite(path)
})
afterAll(async () => {
  await bare.close()
  await server.stop()
  folder.remove()
})

for (const each of cases) {
  test(`${each.operation}: the bare writer changes as many rows of each table as the operation`, async () => {
    const [called, written] = [await createTenant(server.port), await createTenant(server.port)]
    const [head = "", body = ""] = String(requestsOf(workOf(each, called, 1))()).split("\r\n\r\n")
    const headers = { Authorization: `Bearer ${called.rootKey}`, "Content-Type": "application/json" }
    const url = `http://127.0.0.1:${server.port}${head.split(" ")[1]}`
    const ofOperation = await changedRows(async () => {
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200)
    })
    const ofBareWriter = await changedRows(async () => {
      bare.store(each.change(written))
    })
    expect(ofOperation.events).toBeGreaterThan(0)
    expect(ofBareWriter).toEqual(ofOperation)
  })
}

/** What the server stores besides calls: the time of the last use later, by every call alike, and the duties of this node. */
const background: ReadonlySet<unknown> = new Set(["root_key_usage", "duties"])

/** The number of new or changed rows of each table. */
async function changedRows(work: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
  const before = rowsByTable()
  await work()
  const changed = [...rowsByTable()].map(([table, rows]) => [
    table,
    rows.difference(before.get(table) ?? new Set()).size,
  ])
  return Object.fromEntries(changed.filter(([table, count]) => count !== 0 && !background.has(table)))
}

function rowsByTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const file = new Database(path, { readonly: true })
  const tables = file.query<{ name: string }, []>("select name from sqlite_schema where type = 'table'").all()
  const rows = new Map(
    tables.map(({ name }) => [
      name,
      new Set(
        file
          .query(`select * from ${name}`)
          .all()
          .map((row) => JSON.stringify(row)),
      ),
    ]),
  )
  file.close()
  return rows
}
