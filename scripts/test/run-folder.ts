import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"
import { canEnter, unprivilegedUser } from "./unprivileged-user.ts"

/** A temporary folder for all files of one run, accessible to the user that runs PostgreSQL. */
export function makeRunFolder(): string {
  const user = unprivilegedUser()
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find((candidate) => canEnter(candidate, user)) ?? tmpdir()
  return makeFolder(parent)
}

const memory = "/dev/shm"
const roomyBytes = 4 * 2 ** 30

/**
 * A folder in memory, where PostgreSQL creates a database in a sixth of the time. Undefined if there is little room, as
 * in most containers. The system may forbid running programs from it.
 */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(memory) || !canEnter(memory, unprivilegedUser())) return undefined
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) < roomyBytes ? undefined : makeFolder(memory)
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "keyward-test-"))
  chmodSync(folder, 0o711)
  return folder
}
