import { describe, expect, test } from "bun:test"
import { type CompiledQuery, sql } from "kysely"
import { databaseOn } from "../../sqlite/database.ts"
import { isLookup, type Lookup } from "./read-tables.ts"
import { insertRows } from "./row-statements.ts"
import { statement } from "./statement.ts"
import { createWrittenTables } from "./written-tables.ts"

describe("a lookup", () => {
  const seen: CompiledQuery[] = []
  const db = databaseOn(async (query) => {
    seen.push(query)
    return []
  })
  const findLive = statement<{ id: string }>()((build) =>
    build.db
      .selectFrom("keys")
      .innerJoin("apis", "apis.id", "keys.api_id")
      .selectAll("keys")
      .where("keys.id", "=", build.value("id")),
  )
  const lookup = async (): Promise<Lookup> => {
    await findLive(db, { id: "key_1" })
    const query = seen.at(-1)
    if (query === undefined || !isLookup(query)) throw new Error("The statement is no lookup.")
    return query
  }
  const isAffectedBy = async (work: () => Promise<unknown>) => {
    const read = await lookup()
    seen.length = 0
    await work()
    const written = createWrittenTables()
    for (const query of seen) written.add(query)
    return written.affect(read)
  }

  test("knows all its tables, joined ones too", async () => {
    expect((await lookup()).readTables).toEqual(new Set(["keys", "apis"]))
  })

  test("is affected by writes to its tables, and not by writes to others", async () => {
    expect(await isAffectedBy(() => db.updateTable("apis").set({ name: "x" }).execute())).toBe(true)
    expect(await isAffectedBy(() => db.updateTable("roles").set({ name: "x" }).execute())).toBe(false)
    const link = { key_id: "key_1", role_id: "role_1" }
    expect(await isAffectedBy(() => insertRows(db, "key_roles", [link]))).toBe(false)
    expect(await isAffectedBy(() => db.insertInto("key_roles").values(link).execute())).toBe(false)
  })

  test("is affected by every deletion, replacement and unknown text, which may change other tables", async () => {
    expect(await isAffectedBy(() => db.deleteFrom("roles").execute())).toBe(true)
    expect(await isAffectedBy(() => db.replaceInto("installation").values({ name: "a", value: "b" }).execute())).toBe(
      true,
    )
    expect(await isAffectedBy(() => sql`update roles set name = 'x'`.execute(db))).toBe(true)
  })
})
