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

/** Imports what `keyward export` has written. */
export function importFile(config: Config, { path, keepsPlaintexts, ...wanted }: FileImport): Promise<ImportSummary> {
  const file = fileAt(path)
  return withStore(config, wanted.isDryRun ? "read" : "write", ({ store }) =>
    importExport(store, {
      ...wanted,
      file,
      plaintexts: keepsPlaintexts ? { type: "kept", vault: vaultOf(config) } : { type: "dropped" },
      now: Date.now,
    }),
  )
}

/** It is read more than once, so that a pipe will not do. */
export function fileAt(path: string): ExportFile {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${path}.`)
  if (!found.isFile()) throw new Error(`${path} is no file. Name the file to import.`)
  const file = Bun.file(path)
  return { bytes: found.size, read: () => file.stream() }
}

function vaultOf({ encryptionKeys }: Config): Vault | undefined {
  const [newest] = encryptionKeys
  // The secret of the installation is for kept responses, of which an export has none.
  return newest && createVault({ encryptionKeys, installationSecret: newest })
}
