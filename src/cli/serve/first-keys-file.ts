import { closeSync, constants, fsyncSync, lstatSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { resolve } from "node:path"

/** The keys of the first start, if there is no terminal that shows them. Only its owner may read the file. */
export interface FirstKeysFile {
  /** Throws if the file exists or could not be written. */
  require(): void
  /** Returns the path of the new file. */
  write(text: string): string
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
/** Never writes to a file that another user has put there, nor through a link. */
const newFile = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

export function firstKeysFile(dataDir: string): FirstKeysFile {
  const path = resolve(dataDir, "first-start.txt")
  return {
    require() {
      try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 })
        // Rights alone do not tell: root has them on file systems that take no files.
        const trial = `${path}.${crypto.randomUUID()}.partial`
        closeSync(openSync(trial, newFile, 0o600))
        rmSync(trial)
      } catch (cause) {
        throw new Error(cannotWrite(path, cause), { cause })
      }
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new Error(existsAlready(path))
    },
    write(text) {
      try {
        return writeNew(path, text)
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
        // The keys exist already and are shown once, so they must not get lost.
        return writeNew(resolve(dataDir, `first-start-${crypto.randomUUID()}.txt`), text)
      }
    },
  }
}

function writeNew(path: string, text: string): string {
  const descriptor = openSync(path, newFile, 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return path
}

function existsAlready(path: string): string {
  return `The first start must write its keys to ${path}, which exists already. It may hold the keys of another installation: move it away, and start again. Or set KEYWARD_OPERATOR_KEY to a key of your own.`
}

function cannotWrite(path: string, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""
  return `The first start must write its keys to ${path}, which fails${code}. Set KEYWARD_OPERATOR_KEY to a key of your own, or KEYWARD_DATA_DIR to a folder that Keyward can write.`
}
