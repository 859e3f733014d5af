import type { ThreadClient } from "./thread-client.ts"

/** A table or an index, as it lies in the file: rows in the order of their keys. */
export interface Tree {
  /** As in `index keys_by_hash`. */
  readonly place: string
  /** Reads this tree and no other. */
  readonly from: string
  /** Holds for the rows of a partial index. */
  readonly condition: string | undefined
  readonly keys: readonly string[]
  readonly columns: readonly string[]
}

interface TableRow {
  readonly name: string
  readonly wr: number
}

/** A `cid` of -1 is the number of the row, and -2 an expression. */
interface ColumnRow {
  readonly cid: number
  readonly name: string
  readonly pk: number
  readonly desc: number
}

interface IndexRow {
  readonly name: string
  readonly origin: string
  readonly sql: string | null
}

/** Lists every table and index of the file. */
export async function listTrees(thread: ThreadClient): Promise<readonly Tree[]> {
  const tables = await rowsOf<TableRow>(
    thread,
    "select name, wr from pragma_table_list where schema = 'main' and type = 'table' order by name",
  )
  const trees = []
  for (const table of tables) trees.push(...(await treesOf(thread, table)))
  return trees
}

async function treesOf(thread: ThreadClient, { name: table, wr }: TableRow): Promise<Tree[]> {
  const columns = await rowsOf<ColumnRow>(thread, "select * from pragma_table_info(?)", table)
  const primaryKey = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  const indexes = await rowsOf<IndexRow>(
    thread,
    `select l.name, l.origin, s.sql from pragma_index_list(?) as l
     join sqlite_schema as s on s.type = 'index' and s.name = l.name order by l.name`,
    table,
  )
  const own: Tree = {
    place: `table ${table}`,
    from: `${quoted(table)} not indexed`,
    condition: undefined,
    keys: wr === 1 ? primaryKey.map(({ name }) => quoted(name)) : ["rowid"],
    columns: columns.map(({ name }) => quoted(name)),
  }
  const trees = [own]
  for (const index of indexes) {
    // The primary key of a table without row numbers is the table itself.
    if (wr === 1 && index.origin === "pk") continue
    const rows = await rowsOf<ColumnRow>(thread, "select * from pragma_index_xinfo(?) order by seqno", index.name)
    const keys = rows.map((row) => keyOf(index.name, row))
    const [, condition] = /\swhere\s([\s\S]*)$/i.exec(index.sql ?? "") ?? []
    const from = `${quoted(table)} indexed by ${quoted(index.name)}`
    trees.push({ place: `index ${index.name}`, from, condition, keys, columns: keys })
  }
  return trees
}

function keyOf(index: string, { cid, name, desc }: ColumnRow): string {
  if (cid < -1 || desc === 1) throw new Error(`The index ${index} has an expression or a descending column.`)
  return cid === -1 ? "rowid" : quoted(name)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export async function rowsOf<Row>(
  thread: ThreadClient,
  sql: string,
  ...parameters: readonly unknown[]
): Promise<readonly Row[]> {
  const [rows] = await thread.execute([{ type: "query", sql, parameters }])
  return (rows ?? []) as Row[]
}
