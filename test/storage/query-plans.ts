import { Database as SqliteFile } from "bun:sqlite"
import type { SQL } from "bun"
import { databaseOn as onPostgres } from "../../src/storage/postgres/database.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"
import type { Database } from "../../src/storage/sql/schema/schema.ts"
import { tables } from "../../src/storage/sql/schema/tables.ts"
import { databaseOn as onSqlite } from "../../src/storage/sqlite/database.ts"

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The same engine, which collects its statements as they are executed. */
export function listeningEngine(engine: Engine): { readonly engine: Engine; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const databaseOn = engine.name === "sqlite" ? onSqlite : onPostgres
  const listening = (db: Database) =>
    databaseOn(async (query) => {
      statements.push(query)
      return (await db.executeQuery(query)).rows
    })
  const readers = {
    reader: listening(engine.reader),
    usageReader: listening(engine.usageReader),
    pointReader: listening(engine.pointReader),
  }
  const lookUp: Engine["lookUp"] = (query, parameters) => {
    statements.push({ ...query, parameters })
    return engine.lookUp(query, parameters)
  }
  const transaction: Engine["transaction"] = (work, options) =>
    engine.transaction((db, record) => work(listening(db), record), options)
  const write: Engine["write"] = (all) => {
    statements.push(...all.map((statement) => statement.compile(engine.reader)))
    return engine.write(all)
  }
  return { engine: { ...engine, ...readers, lookUp, transaction, write }, statements }
}

/** The steps of SQLite's plans for statements of this file. */
export function sqlitePlans(location: string, statements: readonly Statement[]): readonly (readonly string[])[] {
  using file = new SqliteFile(location)
  return statements.map(({ sql }) =>
    file
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail),
  )
}

/** The steps that read a whole stored table, or build an index of one. Given values and what a statement makes are none. */
export function scansIn({ sql }: Statement, steps: readonly string[]): readonly string[] {
  const stored = storedNames(sql)
  const made = new Set(steps.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)$/.exec(step)?.[1]))
  return steps.filter((step) => {
    const [, name = ""] = /^SCAN (\S+)/.exec(step) ?? /^SEARCH (\S+) USING AUTOMATIC/.exec(step) ?? []
    return stored.has(name) && !made.has(name)
  })
}

/** The tables of a statement, and their aliases. */
function storedNames(sql: string): ReadonlySet<string> {
  const named = new RegExp(
    `\\b(?:from|join|into)\\s+"?(${Object.keys(tables).join("|")})"?(?:\\s+as\\s+"?(\\w+)"?)?`,
    "g",
  )
  return new Set([...sql.matchAll(named)].flatMap(([, name = "", alias = name]) => [name, alias]))
}

/** A step of a plan of PostgreSQL, as far as it matters here. */
export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Index Name"?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** All steps of PostgreSQL's plan for a statement. */
export async function postgresPlan(sql: SQL, statement: Statement): Promise<readonly PlanNode[]> {
  const [explained] = await sql.unsafe(`explain (format json) ${statement.sql}`, [...statement.parameters])
  return flat(explained["QUERY PLAN"][0].Plan)
}

function flat(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}

/**
 * Tables are small in tests: with these settings, the planner scans one only where no index helps, and does not take
 * a whole index for as cheap as a look into another.
 */
export async function pretendLargeTables(sql: SQL, names: readonly string[]): Promise<void> {
  await sql.unsafe("set enable_seqscan = off")
  const list = names.map((name) => `'${name}'`).join()
  await sql.unsafe(`update pg_class set reltuples = 10000, relpages = 1 where relname in (${list})`)
}

/** The steps that read a table or an index from its beginning to its end. A limit ends a read that leaves no row out. */
export function wholeReadsIn(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const limited = new Set(nodes.flatMap((node) => (node["Node Type"] === "Limit" ? (node.Plans ?? []) : [])))
  return nodes.filter((node) => {
    if (!/^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"])) return false
    return node["Index Cond"] === undefined && !(limited.has(node) && node.Filter === undefined)
  })
}
