import type { Reads, Store } from "../storage/port/store.ts"
import { batchesOf } from "./batches.ts"
import { type CheckedExport, checkExport } from "./check-export.ts"
import type { KindName } from "./format.ts"
import { type Importing, importLines, type ReadLine } from "./import-lines.ts"
import { apiKind } from "./kinds/api.ts"
import { identityKind } from "./kinds/identity.ts"
import { keyKind } from "./kinds/key.ts"
import { migrationKind } from "./kinds/migration.ts"
import { namespaceKind } from "./kinds/namespace.ts"
import { overrideKind } from "./kinds/override.ts"
import { permissionKind } from "./kinds/permission.ts"
import { roleKind } from "./kinds/role.ts"
import { rootKeyKind } from "./kinds/root-key.ts"
import { workspaceKind } from "./kinds/workspace.ts"
import type { Outcome, Refusal, Tally } from "./report.ts"
import { beginSession, type Plaintexts, type Session } from "./session.ts"
import { createTally, type Tallying } from "./tally.ts"

export interface ExportFile {
  readonly bytes: number
  /** Its content, from the beginning each time. */
  read(): AsyncIterable<Uint8Array>
}

interface ImportRequest {
  readonly file: ExportFile
  /** Another workspace than the one of the file; what rules that other one stays as it is. */
  readonly into: string | undefined
  readonly hasNewIds: boolean
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
  now(): number
  startProgress(total: number, what: string): (done: number) => void
  refuse(refusal: Refusal): void
}

/** Imports a file that `keyward export` wrote. What is there already and equal is left alone, so that it can be repeated. */
export async function importExport(store: Store, request: ImportRequest): Promise<Tally> {
  const { file, hasNewIds, plaintexts, isDryRun, startProgress } = request
  const checked = await checkExport(file.read(), startProgress(file.bytes, "bytes checked"))
  const workspaceId = await requireTarget(store, checked, request.into)
  const session = beginSession({ workspaceId, hasNewIds, plaintexts, isDryRun })
  const tally = createTally(request.refuse)
  const work = {
    request,
    session,
    tally,
    checked,
    note: startProgress(file.bytes, isDryRun ? "bytes read" : "bytes imported"),
  }
  if (isDryRun) await store.snapshot((reads) => importAll(work, (lines, kind) => rehearse(reads, lines, kind, session)))
  else await importAll(work, (lines, kind) => commit(store, lines, kind, work))
  if (!isDryRun) await store.waitUntilPropagated()
  return tally.result()
}

async function requireTarget(store: Store, { header }: CheckedExport, into: string | undefined): Promise<string> {
  const id = into ?? header.workspaceId
  if ((await store.workspaces.find(id)) !== undefined) return id
  if (into !== undefined) {
    throw new Error(`There is no workspace ${into}. \`keyward workspaces list-workspaces\` shows those that there are.`)
  }
  if (await store.workspaces.hasExisted(id)) {
    throw new Error(
      `The workspace ${id} was deleted in this installation, and its id stays taken. Create another one, and import with --into and --new-ids.`,
    )
  }
  return id
}

interface Work {
  readonly request: ImportRequest
  readonly session: Session
  readonly tally: Tallying
  readonly checked: CheckedExport
  note(bytes: number): void
}

type ImportableKind = Exclude<KindName, "event">
type Step = (lines: readonly ReadLine[], kind: ImportableKind) => Promise<Outcome>

async function importAll({ request, session, tally, checked, note }: Work, step: Step): Promise<void> {
  let read = 0
  const isElsewhere = session.workspaceId !== checked.header.workspaceId
  for await (const { kind, lines, bytes } of batchesOf(request.file.read())) {
    if (kind === "event" || (isElsewhere && staysBehind.has(kind))) tally.leaveOut(kind, lines.length)
    else tally.add(kind, await step(lines, kind))
    note(bytes)
    read += bytes
  }
  note(request.file.bytes - read)
}

/** What rules another workspace is for that one to say: its settings, and who may manage it. */
const staysBehind: ReadonlySet<KindName> = new Set<KindName>(["workspace", "rootKey"])

const importers: Readonly<
  Record<ImportableKind, (lines: readonly ReadLine[], importing: Importing) => Promise<Outcome>>
> = {
  workspace: (lines, importing) => importLines(workspaceKind, lines, importing),
  rootKey: (lines, importing) => importLines(rootKeyKind, lines, importing),
  api: (lines, importing) => importLines(apiKind, lines, importing),
  permission: (lines, importing) => importLines(permissionKind, lines, importing),
  role: (lines, importing) => importLines(roleKind, lines, importing),
  identity: (lines, importing) => importLines(identityKind, lines, importing),
  migration: (lines, importing) => importLines(migrationKind, lines, importing),
  key: (lines, importing) => importLines(keyKind, lines, importing),
  namespace: (lines, importing) => importLines(namespaceKind, lines, importing),
  override: (lines, importing) => importLines(overrideKind, lines, importing),
}

function rehearse(reads: Reads, lines: readonly ReadLine[], kind: ImportableKind, session: Session): Promise<Outcome> {
  const { workspaceId } = session
  return importers[kind](lines, { session, place: { reads, workspaceId }, tx: undefined })
}

async function commit(store: Store, lines: readonly ReadLine[], kind: ImportableKind, work: Work): Promise<Outcome> {
  const { session, request } = work
  const { workspaceId } = session
  const scope = { workspaceId, actor: { type: "system", id: "import" }, requestId: null, now: request.now() } as const
  const outcome = await store.transaction(scope, (tx) =>
    importers[kind](lines, { session, place: { reads: tx, workspaceId }, tx }),
  )
  // Uses move forward only, so that those of an import that was killed before this are stored by the next one.
  if (outcome.lastUses.size > 0) await store.usage.add({ ...noUsage, [usesOf(kind)]: outcome.lastUses })
  return outcome
}

const noUsage = { keys: new Map(), rootKeys: new Map(), verifications: [], months: [] }

function usesOf(kind: ImportableKind): "keys" | "rootKeys" {
  return kind === "rootKey" ? "rootKeys" : "keys"
}
