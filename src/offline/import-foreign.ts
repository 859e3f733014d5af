import type { Config } from "../config.ts"
import { type ForeignDatabase, type ForeignTable, openForeignTable } from "../storage/foreign-table.ts"
import type { Store } from "../storage/port/store.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { betterAuthCandidate, betterAuthNames } from "../transfer/foreign/better-auth.ts"
import { checkCsv, csvCandidates } from "../transfer/foreign/csv-keys.ts"
import type { Candidate } from "../transfer/foreign/foreign-key.ts"
import { importForeign } from "../transfer/foreign/import-foreign.ts"
import type { ImportSummary, Refusal } from "../transfer/report.ts"
import { requireFile } from "./import.ts"
import { withStore } from "./open-store.ts"

export type { ForeignDatabase }

interface ForeignImport {
  /** The API that receives the keys. */
  readonly apiId: string
  readonly isDryRun: boolean
  readonly startProgress: StartProgress
  refuse(refusal: Refusal): void
}

/** Imports the hashes in a CSV file. */
export async function importCsv(config: Config, path: string, options: ForeignImport): Promise<ImportSummary> {
  const file = requireFile(path)
  const total = await checkCsv(file.read(), () => {})
  return importCandidates(config, { ...options, total, candidates: csvCandidates(file.read()) })
}

interface BetterAuthImport extends ForeignImport {
  readonly source: ForeignDatabase
  readonly table: string
  readonly dropsRefills: boolean
}

/** Imports the better-auth table of API keys without changing it. */
export async function importBetterAuth(config: Config, options: BetterAuthImport): Promise<ImportSummary> {
  const table = await openForeignTable(options.source, options.table)
  try {
    const conversion = { names: betterAuthNames(table.columns), dropsRefills: options.dropsRefills }
    const candidates = readCandidates(table, (row, number) => betterAuthCandidate(row, number, conversion))
    return await importCandidates(config, { ...options, total: table.count, candidates })
  } finally {
    await table.close()
  }
}

type ToCandidate = (row: Readonly<Record<string, unknown>>, number: number) => Candidate

async function* readCandidates(table: ForeignTable, toCandidate: ToCandidate): AsyncGenerator<readonly Candidate[]> {
  let read = 0
  for await (const rows of table.rowsBy("id")) {
    const before = read
    read += rows.length
    yield rows.map((row, index) => toCandidate(row, before + index + 1))
  }
}

interface Candidates extends ForeignImport {
  readonly total: number
  readonly candidates: AsyncIterable<readonly Candidate[]>
}

function importCandidates(
  config: Config,
  { apiId, total, startProgress, ...options }: Candidates,
): Promise<ImportSummary> {
  return withStore(
    config,
    options.isDryRun ? "read" : "exclusive-write",
    async ({ store, mintId, groupsPerCommit }) => {
      const status = await findApi(store, apiId)
      const note = startProgress(total, options.isDryRun ? "keys checked" : "keys imported")
      return importForeign(store, { ...options, ...status, groupsPerCommit, note, mintId, now: Date.now })
    },
  )
}

const workspacesPerRead = 100

/** Searches every workspace, because an API id does not name its workspace. */
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
