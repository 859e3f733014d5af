import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { testFolder } from "../../../test/services/test-folder.ts"
import { openDatabase } from "../../../test/storage/provide-database.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { type Position, readSlice } from "./read-slice.ts"
import { readWholeFile } from "./read-whole-file.ts"
import { startThread } from "./thread-client.ts"
import { listTrees } from "./trees.ts"

const { newPath } = testFolder()

/** Rows with equal keys and with keys that are null, in tables with and without row numbers. */
function createMixedFile(): string {
  const path = newPath(".db")
  using file = new Database(path)
  file.run("pragma journal_mode = wal")
  file.run("create table numbered (id text primary key, a text, b integer) strict")
  file.run("create index numbered_by_both on numbered (a, b)")
  file.run("create index numbered_in_part on numbered (b) where a is not null")
  file.run("create table ordered (a text, b integer, c text, primary key (a, b)) strict, without rowid")
  file.run("create index ordered_by_c on ordered (c)")
  for (let index = 0; index < 40; index += 1) {
    const a = index % 3 === 0 ? null : `a${index % 5}`
    file.run("insert into numbered values (?, ?, ?)", [`id${index}`, a, index % 4 === 0 ? null : index % 7])
    file.run("insert into ordered values (?, ?, ?)", [`a${index % 5}`, index, index % 2 === 0 ? null : `c${index}`])
  }
  return path
}

describe("reading a file in slices", () => {
  test("finds every table and index of Keyward, and reads each one itself", async () => {
    await using database = await openDatabase("sqlite")
    await migrate(database.engine)
    const thread = startThread({ path: database.location, access: "read" })
    const trees = await listTrees(thread)
    using file = new Database(database.location, { readonly: true })
    const names = file
      .query<{ place: string }, []>(
        `select s.type || ' ' || s.name as place from sqlite_schema as s
         where rootpage > 0 and not exists (select 1 from pragma_table_list as t where t.name = s.tbl_name and t.wr = 1
           and s.name like 'sqlite_autoindex_%') order by 1`,
      )
      .all()
    expect(
      trees
        .map(({ place }) => place)
        .filter((place) => place !== "table sqlite_schema")
        .sort(),
    ).toEqual(names.map(({ place }) => place))
    for (const { place, from, condition, keys } of trees) {
      const where = condition === undefined ? "" : `where ${condition}`
      const order = keys.join(", ")
      const plan = file
        .query<{ detail: string }, []>(`explain query plan select ${order} from ${from} ${where} order by ${order}`)
        .all()
        .map(({ detail }) => detail)
      const [type, name = ""] = place.split(" ")
      // A slice reads its own rows only. Sorting the last term needs no others.
      expect(plan.slice(1).filter((step) => step !== "USE TEMP B-TREE FOR LAST TERM OF ORDER BY")).toEqual([])
      if (type === "index") expect(plan[0], place).toMatch(new RegExp(`USING (COVERING )?INDEX ${name}\\b`))
      else expect(plan[0], place).not.toContain("INDEX")
    }
    await thread.close()
  })

  test.each([1, 3, 7, 40, 41])("of %i rows reads each row once, whatever is null or equal", async (rows) => {
    const path = createMixedFile()
    const thread = startThread({ path, access: "read" })
    using file = new Database(path, { readonly: true })
    for (const tree of await listTrees(thread)) {
      if (tree.place === "table sqlite_schema") continue
      const where = tree.condition === undefined ? "" : `where ${tree.condition}`
      const order = tree.keys.join(", ")
      const all = file.query<unknown, []>(`select ${order} from ${tree.from} ${where} order by ${order}`).values()
      const ends: Position[] = []
      for (let after = await readSlice(thread, tree, { after: undefined, rows }); after !== undefined; ) {
        ends.push(after)
        after = await readSlice(thread, tree, { after, rows })
      }
      expect(ends, tree.place).toEqual(all.filter((_, index) => (index + 1) % rows === 0) as Position[])
    }
    await thread.close()
  })

  test("keeps no read open between two slices, so that the write-ahead log can restart", async () => {
    const path = createMixedFile()
    using other = new Database(path)
    const busy: unknown[] = []
    const pause = async () => {
      other.run("update numbered set b = 1")
      busy.push(other.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get()?.busy)
      return true
    }
    expect(await readWholeFile({ path, pause, onDamage: unexpectedDamage, rowsPerSlice: 10 })).toBe(true)
    expect(busy.length).toBeGreaterThan(20)
    expect(new Set(busy)).toEqual(new Set([0]))
  })

  test("ends between two slices when it is told to", async () => {
    let pauses = 0
    const pause = async () => ++pauses < 3
    const path = createMixedFile()
    expect(await readWholeFile({ path, pause, onDamage: unexpectedDamage, rowsPerSlice: 1 })).toBe(false)
    expect(pauses).toBe(3)
  })
})

function unexpectedDamage(): never {
  throw new Error("There is no damage.")
}
