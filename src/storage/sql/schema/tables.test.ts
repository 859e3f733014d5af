import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../../../test/harness/harness.ts"
import { openDatabase, openEmptyDatabase } from "../../../../test/storage/provide-database.ts"
import type { Engine } from "../engine.ts"
import { type AnyTable, isInteger } from "./columns.ts"
import { createTable } from "./create-table.ts"
import { inReferenceOrder } from "./reference-order.ts"
import { tables } from "./tables.ts"

/** What the database and the declaration can both say about a table. */
interface Structure {
  readonly columns: Readonly<Record<string, string>>
  readonly key: readonly string[]
  readonly references: Readonly<Record<string, string>>
}

function declaredStructure({ columns, key }: AnyTable): Structure {
  const typeOf = (name: string, isNullable: boolean, integer: boolean) =>
    `${integer ? "integer" : "text"}${isNullable && !key.includes(name) ? "" : " not null"}`
  const references = Object.entries(columns).flatMap(([name, { references }]) => {
    if (references === undefined) return []
    const target: AnyTable = tables[references.table as keyof typeof tables]
    return [[name, `${references.table} (${target.key.join()}) ${references.onDelete}`]]
  })
  return {
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, typeOf(name, column.isNullable, isInteger(column))]),
    ),
    key,
    references: Object.fromEntries(references),
  }
}

const declared = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, declaredStructure(table)]))

interface ColumnFact {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly is_required: number | boolean
  /** From 1; 0 or null for a column outside the key. */
  readonly key_place: number | string | null
}

interface ReferenceFact {
  readonly table_name: string
  readonly name: string
  readonly target: string
  readonly target_column: string
  readonly on_delete: string
}

const sqliteColumns = sql<ColumnFact>`
  select t.name as table_name, c.name, c.type, c."notnull" as is_required, c.pk as key_place
  from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'`

const sqliteReferences = sql<ReferenceFact>`
  select t.name as table_name, f."from" as name, f."table" as target, f."to" as target_column, f.on_delete
  from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table'`

const postgresColumns = sql<ColumnFact>`
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as is_required, array_position(k.conkey, a.attnum) as key_place
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`

const postgresReferences = sql<ReferenceFact>`
  select c.relname as table_name, a.attname as name, t.relname as target, ta.attname as target_column,
    case k.confdeltype when 'c' then 'cascade' when 'a' then 'no action' else k.confdeltype::text end as on_delete
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = k.confkey[1]
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`

const typeNames: Readonly<Record<string, string>> = { bigint: "integer", INTEGER: "integer", TEXT: "text" }

/** Names of tables that keep track of migrations, or that belong to the engine. */
const undeclared = /^(schema_migrations|sqlite_.*)$/

async function foundStructures({ name: engine, reader }: Engine): Promise<Readonly<Record<string, Structure>>> {
  const isSqlite = engine === "sqlite"
  const { rows: columns } = await (isSqlite ? sqliteColumns : postgresColumns).execute(reader)
  const { rows: references } = await (isSqlite ? sqliteReferences : postgresReferences).execute(reader)
  const names = new Set(columns.map(({ table_name }) => table_name).filter((name) => !undeclared.test(name)))
  const structureOf = (name: string): Structure => {
    const own = columns.filter(({ table_name }) => table_name === name)
    const inKey = own.filter(({ key_place }) => Number(key_place ?? 0) > 0)
    return {
      columns: Object.fromEntries(
        own.map((column) => {
          const isRequired = Boolean(column.is_required) || inKey.includes(column)
          return [column.name, `${typeNames[column.type] ?? column.type}${isRequired ? " not null" : ""}`]
        }),
      ),
      key: inKey.toSorted((one, other) => Number(one.key_place) - Number(other.key_place)).map(({ name }) => name),
      references: Object.fromEntries(
        references
          .filter(({ table_name }) => table_name === name)
          .map((one) => [one.name, `${one.target} (${one.target_column}) ${one.on_delete.toLowerCase()}`]),
      ),
    }
  }
  return Object.fromEntries([...names].map((name) => [name, structureOf(name)]))
}

describe.each([...engines])("the declared tables on %s", (name) => {
  test("are created as declared", async () => {
    await using database = await openEmptyDatabase(name)
    const { engine } = database
    await engine.changeSchema(async (db) => {
      for (const table of inReferenceOrder(tables)) {
        await sql.raw(createTable(engine.dialect, table.name as keyof typeof tables)).execute(db)
      }
    })
    expect(await foundStructures(engine)).toEqual(declared)
  })

  test("have the columns, types, keys and references that all migrations together make", async () => {
    await using migrated = await openDatabase(name)
    expect(await foundStructures(migrated.engine)).toEqual(declared)
  })
})

test("a table comes after the tables that it references", () => {
  const names = inReferenceOrder(tables).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(tables).toSorted())
  for (const [name, { references }] of Object.entries(declared)) {
    for (const target of Object.values(references).map((text) => text.split(" ")[0] ?? "")) {
      expect(names.indexOf(target)).toBeLessThan(names.indexOf(name))
    }
  }
})
