import type { Config } from "../config.ts"
import { type ForeignDatabase, type ForeignTable, openForeignTable } from "../storage/foreign-table.ts"
import type { Store } from "../storage/port/store.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { betterAuthCandidate, betterAuthNames } from "../transfer/foreign/better-auth.ts"
import { checkCsv, csvCandidates } from "../transfer/foreign/csv-keys.ts"
import type { Candidate } from "../transfer/foreign/foreign-key.ts"
import { importForeign } from "../transfer/foreign/import-foreign.ts"
import type { ImportSummary, Refusal } from "../transfer/report.ts"
import { fileAt } from "./import.ts"
import { withStore } from "./open-store.ts"

export type { ForeignDatabase }

interface ForeignImport {
  /** The API whose keys they become. */
  readonly apiId: string
  readonly isDryRun: boolean
  readonly startProgress: StartProgress
  refuse(refusal: Refusal): void
}

/** Imports the hashes in a CSV file. */
export async function importCsv(config: Config, path: string, wanted: ForeignImport): Promise<ImportSummary> {
  const file = fileAt(path)
  const total = await checkCsv(file.read(), () => {})
  return importCandidates(config, { ...wanted, total, candidates: csvCandidates(file.read()) })
}

interface BetterAuthImport extends ForeignImport {
  readonly source: ForeignDatabase
  readonly table: string
  readonly dropsRefills: boolean
}

/** Imports the table in which better-auth keeps API keys; it is only read. */
export async function importBetterAuth(config: Config, wanted: BetterAuthImport): Promise<ImportSummary> {
  const table = await openForeignTable(wanted.source, wanted.table)
  try {
    const conversion = { names: betterAuthNames(table.columns), dropsRefills: wanted.dropsRefills }
    const candidates = candidatesOf(table, (row, number) => betterAuthCandidate(row, number, conversion))
    return await importCandidates(config, { ...wanted, total: table.count, candidates })
  } finally {
    await table.close()
  }
}

type CandidateOf = (row: Readonly<Record<string, unknown>>, number: number) => Candidate

async function* candidatesOf(table: ForeignTable, candidateOf: CandidateOf): AsyncGenerator<readonly Candidate[]> {
  let read = 0
  for await (const rows of table.rowsBy("id")) {
    const before = read
    read += rows.length
    yield rows.map((row, index) => candidateOf(row, before + index + 1))
  }
}

interface Candidates extends ForeignImport {
  readonly total: number
  readonly candidates: AsyncIterable<readonly Candidate[]>
}

function importCandidates(
  config: Config,
  { apiId, total, startProgress, ...wanted }: Candidates,
): Promise<ImportSummary> {
  return withStore(config, wanted.isDryRun ? "read" : "write", async ({ store, mintId }) => {
    const found = await findApi(store, apiId)
    const note = startProgress(total, wanted.isDryRun ? "keys looked at" : "keys imported")
    return importForeign(store, { ...wanted, ...found, note, mintId, now: Date.now })
  })
}

const workspacesPerRead = 100

/** In whatever workspace it is: there is no other way to learn that from its id. */
async function findApi(store: Store, apiId: string) {
  let after: string | undefined
  for (;;) {
    const page = { limit: workspacesPerRead, after, enabled: undefined, search: undefined }
    const workspaces = await store.workspaces.list(page)
    for (const workspace of workspaces) {
      const api = await store.apis.find(workspace.id, apiId)
      if (api !== undefined) return { api, workspace }
    }
    if (workspaces.length < workspacesPerRead) throw new Error(`There is no API ${apiId}. Create it first.`)
    after = workspaces.at(-1)?.id
  }
}
