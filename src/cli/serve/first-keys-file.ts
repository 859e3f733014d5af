import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { resolve } from "node:path"

/** The keys of the first start, if there is no terminal that shows them. Only its owner may read the file. */
export interface FirstKeysFile {
  readonly path: string
  /** Throws if the file could not be written. */
  require(): void
  write(text: string): void
}

export function firstKeysFile(dataDir: string): FirstKeysFile {
  const path = resolve(dataDir, "first-start.txt")
  return {
    path,
    require() {
      try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 })
        // Rights alone do not tell: root has them on file systems that take no files.
        const trial = `${path}.${process.pid}.partial`
        closeSync(openSync(trial, "w", 0o600))
        rmSync(trial)
      } catch (cause) {
        throw new Error(cannotWrite(path, cause), { cause })
      }
    },
    write(text) {
      // Appends, because the file may hold the keys of another installation.
      const descriptor = openSync(path, "a", 0o600)
      try {
        fchmodSync(descriptor, 0o600)
        writeSync(descriptor, text)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

function cannotWrite(path: string, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""
  return `The first start must write its keys to ${path}, which fails${code}. Set KEYWARD_OPERATOR_KEY to a key of your own, or KEYWARD_DATA_DIR to a folder that Keyward can write.`
}
