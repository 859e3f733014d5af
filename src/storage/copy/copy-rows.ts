import type { Engine, SourceDatabase } from "../sql/engine.ts"
import { continueNumbers, insertRows, positionOf, readRows } from "./rows.ts"
import { type CopiedTable, copiedTables } from "./tables.ts"
import { type CopyState, noteCopied } from "./unfinished.ts"

const rowsPerStep = 500

/** Copies what the state says is missing, table by table. Whenever it is stopped, the next one goes on from there. */
export async function copyRows(
  source: SourceDatabase,
  target: Engine,
  { from, note }: { readonly from: CopyState; note(copied: number): void },
): Promise<void> {
  let state = from
  const begin = copiedTables.findIndex(({ name }) => name === state.table)
  for (const table of copiedTables.slice(begin)) {
    if (table.name !== state.table) state = { ...state, table: table.name, position: undefined }
    state = await copyTable(source, target, { table, state, note })
  }
  await target.transaction((db) => continueNumbers(target, db))
}

interface Copying {
  readonly table: CopiedTable
  readonly state: CopyState
  note(copied: number): void
}

async function copyTable(source: SourceDatabase, target: Engine, { table, state, note }: Copying): Promise<CopyState> {
  let reached = state
  for (;;) {
    const rows = await readRows(source.reader, table, { after: reached.position, limit: rowsPerStep })
    const last = rows.at(-1)
    if (last === undefined) return reached
    reached = { ...reached, position: positionOf(table, last), copied: reached.copied + rows.length }
    const next = reached
    await target.transaction(async (db) => {
      await insertRows(target, db, { table, rows })
      await noteCopied(db, next)
    })
    note(rows.length)
    if (rows.length < rowsPerStep) return reached
  }
}
