import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../../../test/harness/harness.ts"
import { rejection } from "../../../../test/harness/rejection.ts"
import { openDatabase, provideDatabase, type TestDatabase } from "../../../../test/storage/provide-database.ts"
import { migrations } from "./index.ts"
import { migrate, NewerSchema, schemaState } from "./migrate.ts"
import type { Migration } from "./migration.ts"

const known = migrations.map(({ name }) => name)
const first = known[0] ?? ""

describe.each([...engines])("a schema on %s", (name) => {
  const newerStep = ({ engine }: TestDatabase, needs: string | null) =>
    engine.transaction((db) => sql`insert into schema_migrations values ('9999-newer', 1, ${needs})`.execute(db))

  test("that a newer program only added to serves this one too", async () => {
    await using database = await openDatabase(name)
    const { engine } = database
    await newerStep(database, first)
    expect(await migrate(engine)).toEqual([])
    expect(await schemaState(engine)).toMatchObject({ pending: [], ahead: ["9999-newer"], unknown: [] })
  })

  test("that lacks something since a newer version is refused by a version that does not know the replacement", async () => {
    for (const needs of ["9998-replacement", "9999-newer", null]) {
      await using database = await openDatabase(name)
      const { engine, store } = database
      await newerStep(database, needs)
      const refusal = await rejection(migrate(engine))
      expect(refusal).toBeInstanceOf(NewerSchema)
      expect(String(refusal)).toContain("9999-newer")
      expect(await rejection(store.checkReadiness())).toBeInstanceOf(Error)
      expect(await schemaState(engine)).toMatchObject({ ahead: [], unknown: ["9999-newer"] })
    }
  })
})

describe("a step of the schema", () => {
  const { engine } = provideDatabase("sqlite")

  test.each(migrations.map((migration) => [migration.name, migration] as const))(
    "%s only adds, or names the oldest step that a program beside it must know",
    (name, migration) => {
      if (migration.needs === undefined) expect(whatElseThanAdditions(migration)).toEqual([])
      else expect(known.slice(0, known.indexOf(name) + 1)).toContain(migration.needs)
    },
  )

  test.each([
    ["drop table keys"],
    ["alter table keys drop column start"],
    ["alter table keys rename column start to beginning"],
    ["alter table keys add column origin text not null"],
    ["create unique index keys_by_name on keys (name)"],
    ["create unique index keys_by_name on keys (name) where name is not null"],
    ["update keys set enabled = 1"],
  ])("that says %p does more than add", (statement) => {
    expect(whatElseThanAdditions({ name: "9999", statements: () => [statement] })).toEqual([statement])
  })

  test.each([
    ["create table notes (id text primary key, text text not null)"],
    ["create index keys_by_name on keys (name)"],
    ["alter table keys add column origin text"],
    ["alter table keys add column uses integer not null default 0"],
  ])("that says %p adds", (statement) => {
    expect(whatElseThanAdditions({ name: "9999", statements: () => [statement] })).toEqual([])
  })

  function whatElseThanAdditions(step: Migration): string[] {
    const all = step.statements(engine.dialect).map((statement) => statement.toLowerCase())
    const added = all.flatMap(
      (statement) => /^(?:create table|alter table \w+ add column) (\w+)/.exec(statement)?.[1] ?? [],
    )
    return all.filter((statement) => !isAddition(statement, added))
  }
})

/**
 * Older programs still insert without the new column, and do not know what a new index would refuse: one of a new table, or
 * of rows with a new column, refuses nothing of theirs.
 */
function isAddition(statement: string, added: readonly string[]): boolean {
  const [, table, column] = /^create unique index \w+ on (\w+).*?(?: where (\w+) is not null)?$/s.exec(statement) ?? []
  if (table !== undefined) return added.includes(table) || (column !== undefined && added.includes(column))
  if (/^alter table \w+ add column /.test(statement)) return !/not null(?! default)/.test(statement)
  return /^create (table|index) /.test(statement)
}
