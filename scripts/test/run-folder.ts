import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { canEnter, unprivilegedUser } from "./unprivileged-user.ts"

/** A temporary folder for all files of one run, accessible to the user that runs PostgreSQL. */
export function makeRunFolder(): string {
  const user = unprivilegedUser()
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find((candidate) => canEnter(candidate, user)) ?? tmpdir()
  const folder = mkdtempSync(join(parent, "keyward-test-"))
  chmodSync(folder, 0o711)
  return folder
}
