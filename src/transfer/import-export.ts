import type { Store } from "../storage/port/store.ts"
import { batchesOf } from "./batches.ts"
import { type CheckedExport, checkExport } from "./check-export.ts"
import { createImportCounts, type ImportCounts } from "./import-counts.ts"
import { importLines, type ReadLine } from "./import-lines.ts"
import { type ImportSession, type Plaintexts, startImportSession } from "./import-session.ts"
import { kinds } from "./kinds/index.ts"
import type { Kind } from "./kinds/kind.ts"
import { lastUses } from "./last-uses.ts"
import { readAhead } from "./read-ahead.ts"
import type { BatchResult, ImportSummary, Refusal } from "./report.ts"

export interface ExportFile {
  readonly bytes: number
  /** Every call starts at the beginning of the file. */
  read(): AsyncIterable<Uint8Array>
}

interface ImportRequest {
  readonly file: ExportFile
  /** Target workspace if it differs from the one in the file; its settings and root keys stay unchanged. */
  readonly into: string | undefined
  readonly hasNewIds: boolean
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
  /** How many groups of lines one transaction stores. */
  readonly groupsPerCommit: number
  now(): number
  startProgress(total: number, what: string): (done: number) => void
  refuse(refusal: Refusal): void
}

/** Imports a file written by `keyward export`. Equal objects stay unchanged, so an import can be repeated. */
export async function importExport(store: Store, request: ImportRequest): Promise<ImportSummary> {
  const { file, hasNewIds, plaintexts, isDryRun, startProgress } = request
  const checked = await checkExport(file.read(), startProgress(file.bytes, "bytes checked"))
  const workspaceId = await requireTarget(store, checked, request.into)
  const session = startImportSession({ workspaceId, hasNewIds, plaintexts })
  const counts = createImportCounts(request.refuse)
  const work = {
    request,
    session,
    counts,
    checked,
    note: startProgress(file.bytes, isDryRun ? "bytes read" : "bytes imported"),
  }
  if (isDryRun) {
    await store.snapshot((reads) => {
      const context = { session, target: { reads, workspaceId }, tx: undefined }
      return importAll(work, (lines, kind) => importLines(kind, lines, context))
    })
  } else await importAll(work, (lines, kind) => commit(store, lines, kind, work))
  if (!isDryRun) await store.waitUntilPropagated("all")
  return counts.result()
}

async function requireTarget(store: Store, { header }: CheckedExport, into: string | undefined): Promise<string> {
  const id = into ?? header.workspaceId
  if ((await store.workspaces.find(id)) !== undefined) return id
  if (into !== undefined) {
    throw new Error(`There is no workspace ${into}. Run \`keyward workspaces list-workspaces\` to see all workspaces.`)
  }
  if (await store.workspaces.hasExisted(id)) {
    throw new Error(
      `The workspace ${id} was deleted in this installation, and its id stays reserved. Create another workspace and import with --into and --new-ids.`,
    )
  }
  return id
}

interface Work {
  readonly request: ImportRequest
  readonly session: ImportSession
  readonly counts: ImportCounts
  readonly checked: CheckedExport
  note(bytes: number): void
}

type Step = (lines: readonly ReadLine[], kind: Kind) => Promise<BatchResult>

async function importAll({ request, session, counts, checked, note }: Work, step: Step): Promise<void> {
  let read = 0
  const isElsewhere = session.workspaceId !== checked.header.workspaceId
  for await (const { kind: name, lines, bytes } of readAhead(batchesOf(request.file.read(), request.groupsPerCommit))) {
    const kind = kinds.find((one) => one.name === name)
    if (kind === undefined || (isElsewhere && kind.isRuledByTarget)) counts.skip(name, lines.length)
    else counts.add(name, await step(lines, kind))
    note(bytes)
    read += bytes
  }
  note(request.file.bytes - read)
}

async function commit(store: Store, lines: readonly ReadLine[], kind: Kind, work: Work): Promise<BatchResult> {
  const { session, request } = work
  const { workspaceId } = session
  const scope = { workspaceId, actor: { type: "system", id: "import" }, requestId: null, now: request.now() } as const
  const result = await store.transaction(scope, (tx) =>
    importLines(kind, lines, { session, target: { reads: tx, workspaceId }, tx }),
  )
  // Last-used times only move forward, so a repeated import may write them again after a crash.
  if (result.lastUses.size > 0) await store.usage.add(lastUses(kind.lastUses ?? "keys", result.lastUses))
  if (result.previousUses.size > 0) await store.usage.add(lastUses("previousSecrets", result.previousUses))
  return result
}
