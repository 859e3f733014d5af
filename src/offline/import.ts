import { statSync } from "node:fs"
import type { Config } from "../config.ts"
import { createVault, type Vault } from "../secrets/vault.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { type ExportFile, importExport } from "../transfer/import-export.ts"
import type { ImportSummary, Refusal } from "../transfer/report.ts"
import { withStore } from "./open-store.ts"

interface FileImport {
  readonly path: string
  readonly into: string | undefined
  readonly hasNewIds: boolean
  readonly keepsPlaintexts: boolean
  readonly isDryRun: boolean
  readonly startProgress: StartProgress
  refuse(refusal: Refusal): void
}

/** Imports a file written by `keyward export`. */
export function importFile(config: Config, { path, keepsPlaintexts, ...options }: FileImport): Promise<ImportSummary> {
  const file = requireFile(path)
  return withStore(config, options.isDryRun ? "read" : "exclusive-write", ({ store, groupsPerCommit }) =>
    importExport(store, {
      ...options,
      groupsPerCommit,
      file,
      plaintexts: keepsPlaintexts ? { type: "kept", vault: vaultOf(config) } : { type: "dropped" },
      now: Date.now,
    }),
  )
}

/** An import reads its file several times, so a pipe does not work. */
export function requireFile(path: string): ExportFile {
  const status = statSync(path, { throwIfNoEntry: false })
  if (status === undefined) throw new Error(`There is no file ${path}.`)
  if (!status.isFile()) throw new Error(`${path} is not a file. Name the file to import.`)
  const file = Bun.file(path)
  return { bytes: status.size, read: () => file.stream() }
}

function vaultOf({ encryptionKeys }: Config): Vault | undefined {
  const [newest] = encryptionKeys
  // The installation secret only protects stored responses, which an export does not contain.
  return newest && createVault({ encryptionKeys, installationSecret: newest })
}
