import { closeSync, openSync, statSync, writeSync } from "node:fs"
import type { Config } from "../config.ts"
import type { Reads, Store } from "../storage/port/store.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { writeFailures, writeFileAtomically } from "../storage/write-file-atomically.ts"
import { type Counts, countLines, writeExport } from "../transfer/write-export.ts"
import { withStore } from "./open-store.ts"

interface ExportRequest {
  readonly path: string
  readonly isReplacing: boolean
  /** If absent, the installation must have exactly one workspace. */
  readonly workspaceId: string | undefined
  readonly withEvents: boolean
  /** Version of this Keyward release. */
  readonly keyward: string
  readonly startProgress: StartProgress
}

export interface ExportResult {
  readonly workspaceId: string
  readonly counts: Counts
  readonly bytes: number
}

/** Writes one snapshot of a workspace to a file. A server may run at the same time. */
export function exportWorkspace(config: Config, request: ExportRequest): Promise<ExportResult> {
  const { path, isReplacing, withEvents, keyward, startProgress } = request
  return withStore(config, "read", async ({ store }) => {
    const workspaceId = await requireWorkspace(store, request.workspaceId)
    let counts: Counts = {}
    const write = (partial: string) =>
      store.snapshot(async (reads: Reads) => {
        const file = openSync(partial, "w")
        try {
          const wanted = { workspaceId, keyward, withEvents, now: Date.now() }
          const note = startProgress(await countLines(reads, wanted), "lines written")
          counts = await writeExport(reads, { ...wanted, write: (text) => writeSync(file, text), note })
        } finally {
          closeSync(file)
        }
      })
    try {
      await writeFileAtomically({ path, isReplacing, write })
    } catch (error) {
      throw explainFailure(path, error)
    }
    return { workspaceId, counts, bytes: statSync(path).size }
  })
}

async function requireWorkspace(store: Store, workspaceId: string | undefined): Promise<string> {
  if (workspaceId !== undefined) {
    if ((await store.workspaces.find(workspaceId)) === undefined) {
      throw new Error(`There is no workspace ${workspaceId}. ${await listWorkspaces(store)}`)
    }
    return workspaceId
  }
  const [only, ...others] = await readWorkspaces(store, 2)
  if (only === undefined) throw new Error("The installation has no workspace to export.")
  if (others.length > 0)
    throw new Error(
      `The installation has several workspaces. Choose one with --workspace. ${await listWorkspaces(store)}`,
    )
  return only.id
}

function readWorkspaces(store: Store, limit: number) {
  return store.workspaces.list({ limit, after: undefined, enabled: undefined, search: undefined })
}

const maxListed = 20

async function listWorkspaces(store: Store): Promise<string> {
  const workspaces = await readWorkspaces(store, maxListed)
  const names = workspaces.map(({ id, name }) => `${id} (${name})`).join(", ")
  return `Workspaces: ${names}${workspaces.length === maxListed ? ", …" : ""}.`
}

function explainFailure(path: string, error: unknown): unknown {
  const reason =
    error instanceof Error && "code" in error && typeof error.code === "string" ? writeFailures[error.code] : undefined
  if (reason === undefined) return error
  return new Error(`The file ${path} cannot be written: ${reason}. No file was left behind.`, { cause: error })
}
