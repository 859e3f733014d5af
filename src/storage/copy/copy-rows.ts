import type { Engine, SourceDatabase } from "../sql/engine.ts"
import { type CopyState, storeCopyState } from "../sql/migrations/unfinished-copy.ts"
import { continueSequence, insertRows, positionOf, readRows } from "./rows.ts"
import { type CopiedTable, copiedTables } from "./tables.ts"

const rowsPerStep = 500

/** Copies the missing rows table by table. An interrupted copy continues from the stored state. */
export async function copyRows(
  source: SourceDatabase,
  target: Engine,
  { from, note }: { readonly from: CopyState; note(copied: number): void },
): Promise<void> {
  let state = from
  const firstIndex = copiedTables.findIndex(({ name }) => name === state.table)
  for (const table of copiedTables.slice(firstIndex)) {
    if (table.name !== state.table) state = { ...state, table: table.name, position: undefined }
    state = await copyTable(source, target, { table, state, note })
  }
  await target.transaction((db) => continueSequence(target, db))
}

interface TableCopy {
  readonly table: CopiedTable
  readonly state: CopyState
  note(copied: number): void
}

async function copyTable(
  source: SourceDatabase,
  target: Engine,
  { table, state, note }: TableCopy,
): Promise<CopyState> {
  let current = state
  for (;;) {
    const rows = await readRows(source.reader, table, { after: current.position, limit: rowsPerStep })
    const last = rows.at(-1)
    if (last === undefined) return current
    current = { ...current, position: positionOf(table, last), copied: current.copied + rows.length }
    const next = current
    await target.transaction(async (db) => {
      await insertRows(target, db, { table, rows })
      await storeCopyState(db, next)
    })
    note(rows.length)
    if (rows.length < rowsPerStep) return current
  }
}
