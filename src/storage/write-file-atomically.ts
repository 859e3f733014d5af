import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"

class FileExists extends Error {
  override readonly name = "FileExists"
}

interface AtomicWrite {
  readonly path: string
  readonly isReplacing: boolean
  /** Receives the path of an empty file that only its owner may read. */
  write(partial: string): Promise<void>
}

/** Creates the complete file durably, or no file. Removes leftovers of killed processes. */
export async function writeFileAtomically({ path, isReplacing, write }: AtomicWrite): Promise<void> {
  requireFree(path, isReplacing)
  removeAbandoned(path)
  const partial = `${path}.${process.pid}.partial`
  closeSync(openSync(partial, "wx", 0o600))
  try {
    await write(partial)
    syncToDisk(partial)
    // Another process may have created it during the write.
    requireFree(path, isReplacing)
    renameSync(partial, path)
    syncToDisk(dirname(path))
  } catch (error) {
    for (const left of [partial, `${partial}-journal`]) rmSync(left, { force: true })
    throw error
  }
}

function requireFree(path: string, isReplacing: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory()) throw new FileExists(`${path} is a folder. Name a file in it.`)
  if (!isReplacing) throw new FileExists(`${path} already exists. Name another file, or replace it with --force.`)
}

function removeAbandoned(path: string): void {
  const beginning = `${basename(path)}.`
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(beginning))) {
    const [, writer] = /\.(\d+)\.partial$/.exec(name) ?? []
    if (writer !== undefined && !isAnotherRunning(Number(writer))) rmSync(join(dirname(path), name), { force: true })
  }
}

/** A leftover with the pid of this process comes from an earlier process, which has ended. */
function isAnotherRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Why a file cannot be written, by the code of the error. */
export const writeFailures: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is a file",
  ENOSPC: "the disk is full",
}
