import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type TemporaryFolder = { readonly path: string; remove(): void }

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "keyward-"))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
