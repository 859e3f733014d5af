import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** There is something under this name already. */
class FileExists extends Error {
  override readonly name = "FileExists"
}

interface Writing {
  readonly path: string
  readonly isReplacing: boolean
  /** Gets the name of an empty file that only its owner may read. */
  write(partial: string): Promise<void>
}

/** Under its name a file appears whole and durable, or not at all. What a killed process left is removed by the next. */
export async function writeWhole({ path, isReplacing, write }: Writing): Promise<void> {
  requireFree(path, isReplacing)
  removeAbandoned(path)
  const partial = `${path}.${process.pid}.partial`
  closeSync(openSync(partial, "wx", 0o600))
  try {
    await write(partial)
    syncToDisk(partial)
    // It may have come into being meanwhile.
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
  if (!isReplacing) throw new FileExists(`${path} exists already. Name another file, or replace it with --force.`)
}

function removeAbandoned(path: string): void {
  const beginning = `${basename(path)}.`
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(beginning))) {
    const [, writer] = /\.(\d+)\.partial$/.exec(name) ?? []
    if (writer !== undefined && !isAnotherRunning(Number(writer))) rmSync(join(dirname(path), name), { force: true })
  }
}

/** A process that has the number of this one is not this one: it has been killed. */
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
