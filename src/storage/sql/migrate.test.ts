import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { sql } from "kysely"
import { type EngineName, engines } from "../../../test/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { rejection } from "../conformance/fixtures.ts"
import { openPostgres } from "../postgres/engine.ts"
import { openSqlite } from "../sqlite/engine.ts"
import type { Engine } from "./engine.ts"
import { migrate, NewerSchema, schemaState } from "./migrate.ts"
import { migrations } from "./migrations/index.ts"
import type { Migration } from "./migrations/migration.ts"

const folder = testFolder()
const opened: Engine[] = []
afterAll(async () => {
  for (const engine of opened) await engine.close()
})

async function migratedEngine(name: EngineName): Promise<Engine> {
  const engine = name === "sqlite" ? openSqlite(folder.newPath(".db")) : openPostgres((await createDatabase()).url)
  opened.push(engine)
  await migrate(engine)
  return engine
}

const known = migrations.map(({ name }) => name)
const first = known[0] ?? ""

describe.each([...engines])("a schema on %s", (name) => {
  const newerStep = async (needs: string | null) => {
    const engine = await migratedEngine(name)
    await engine.transaction((db) => sql`insert into schema_migrations values ('9999-newer', 1, ${needs})`.execute(db))
    return engine
  }

  test("that a newer program only added to serves this one too", async () => {
    const engine = await newerStep(first)
    expect(await migrate(engine)).toEqual([])
    expect(await schemaState(engine)).toMatchObject({ pending: [], ahead: ["9999-newer"], unknown: [] })
  })

  test("from which a newer program took something away is refused by those who do not know its replacement", async () => {
    for (const needs of ["9998-replacement", null]) {
      const engine = await newerStep(needs)
      expect(await rejection(migrate(engine))).toBeInstanceOf(NewerSchema)
      expect(await schemaState(engine)).toMatchObject({ ahead: [], unknown: ["9999-newer"] })
    }
  })

  test("whose record is of the first form is read, and given the present one", async () => {
    const engine = await migratedEngine(name)
    await engine.transaction((db) => sql`alter table schema_migrations drop column needs`.execute(db))
    const current = { applied: known, pending: [], ahead: [], unknown: [] }
    expect(await schemaState(engine)).toEqual(current)
    expect(await migrate(engine)).toEqual([])
    expect(await schemaState(engine)).toEqual(current)
  })
})

describe("a step of the schema", () => {
  const dialect = openedDialect()

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

  function whatElseThanAdditions({ statements }: Migration): string[] {
    const all = statements(dialect).map((statement) => statement.toLowerCase())
    const created = all.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [])
    return all.filter((statement) => !isAddition(statement, created))
  }
})

/** Older programs go on inserting without the new column, and do not know what a new index would refuse. */
function isAddition(statement: string, created: readonly string[]): boolean {
  const [, uniqueOn] = /^create unique index \w+ on (\w+)/.exec(statement) ?? []
  if (uniqueOn !== undefined) return created.includes(uniqueOn)
  if (/^alter table \w+ add column /.test(statement)) return !/not null(?! default)/.test(statement)
  return /^create (table|index) /.test(statement)
}

function openedDialect() {
  const engine = openSqlite(join(folder.path, "dialect.db"))
  opened.push(engine)
  return engine.dialect
}
