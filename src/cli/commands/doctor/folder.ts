import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { spaceLevel } from "../../../core/disk-space.ts"
import { type Finding, findingsAbout } from "./finding.ts"

const { ok, warning, problem } = findingsAbout("data folder")

/** The folder of the embedded database: permissions, owner and free space. */
export function examineFolder(dataDir: string): readonly Finding[] {
  const folder = resolve(dataDir)
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return absentFolder(folder)
  if (!stats.isDirectory()) return [problem(`${folder} is a file.`, "Name a folder with --data or KEYWARD_DATA_DIR.")]
  const unusable = unusableReason(folder)
  if (unusable !== undefined) return [unusable]
  const files = readdirSync(folder)
    .filter((name) => name.startsWith("keyward.db"))
    .map((name) => join(folder, name))
  const findings = [...openToOthers(folder, stats), ...files.flatMap(fileFindings), ...foreignOwner(folder, stats)]
  return [
    ...(findings.length === 0 ? [ok(`${folder} is writable, and only its owner can access it.`)] : findings),
    ...room(folder),
  ]
}

function absentFolder(folder: string): readonly Finding[] {
  let parent = dirname(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  const unusable = unusableReason(parent)
  return unusable === undefined
    ? [ok(`${folder} does not exist yet. The first start creates it.`), ...room(parent)]
    : [unusable]
}

function unusableReason(folder: string): Finding | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const reason =
      error instanceof Error && "code" in error && error.code === "EROFS" ? "read-only" : "not writable for this user"
    return problem(
      `${folder} is ${reason}.`,
      "Run this as the user of the service, give that user the folder (chown), or choose another with --data.",
    )
  }
}

function openToOthers(path: string, { mode }: Stats): Finding[] {
  if ((mode & 0o077) === 0) return []
  const shown = (mode & 0o777).toString(8).padStart(4, "0")
  return [warning(`${path} is open to other users (mode ${shown}).`, `Run \`chmod go-rwx ${path}\`.`)]
}

function fileFindings(path: string): Finding[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  // SQLite may remove its extra files at any time.
  if (stats === undefined) return []
  const foreign = foreignOwner(path, stats)
  return [...openToOthers(path, stats), ...foreign, ...(foreign.length === 0 ? unwritable(path) : [])]
}

function unwritable(path: string): Finding[] {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return []
  } catch {
    return [problem(`${path} is not readable and writable.`, `Run \`chmod u+rw ${path}\`.`)]
  }
}

/** A service that runs as another user could not write what this one makes. */
function foreignOwner(path: string, { uid }: Stats): Finding[] {
  const own = process.getuid?.()
  if (own === undefined || own === uid) return []
  return [warning(`${path} belongs to user ${uid}, but you are user ${own}.`, "Run Keyward as the owner of its data.")]
}

function room(folder: string): Finding[] {
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const freeSpace = `${(free / 1024 ** 3).toFixed(1)} GiB are free in ${folder}.`
  switch (spaceLevel({ free, size: blocks * bsize })) {
    case "full":
      return [problem(freeSpace, "Free some space. On a full disk, every change returns 503.")]
    case "low":
      return [warning(freeSpace, "Free some space soon.")]
    case "enough":
      return [ok(freeSpace)]
  }
}
