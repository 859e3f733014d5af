import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

export const root = join(import.meta.dir, "..", "..")

/** A folder that is made from sources, and made again only if a source has changed. */
export interface BuiltFolder {
  /** From the root of the repository. */
  readonly path: string
  /** Patterns of all files that the result depends on, from the root of the repository. */
  readonly inputs: readonly string[]
  /** Writes all files into an empty folder. */
  write(folder: string): Promise<void>
}

const fingerprintName = "fingerprint"
const workshopStart = ".building-"

/** Builds unless the sources are those of the last build. Returns whether it built. */
export async function buildIfStale(built: BuiltFolder, onStart: () => void): Promise<boolean> {
  const fingerprint = fingerprintOf(built)
  if (fingerprint === storedFingerprint(built)) return false
  onStart()
  const parent = dirname(join(root, built.path))
  const workshop = mkdtempSync(join(parent, workshopStart))
  try {
    await built.write(workshop)
    writeFileSync(join(workshop, fingerprintName), fingerprint)
    // Another user may run what this one has built.
    chmodSync(workshop, 0o755)
    replace(built, workshop)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
    removeAbandonedWorkshops(parent)
  }
  return true
}

/** The finished files, which the executable embeds. */
export function filesOf({ path }: BuiltFolder): readonly string[] {
  const folder = join(root, path)
  return readdirSync(folder)
    .filter((name) => name !== fingerprintName)
    .map((name) => join(folder, name))
}

function fingerprintOf({ inputs }: BuiltFolder): string {
  const paths = inputs.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })])
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version)
  for (const path of paths.sort()) hasher.update(path).update(readFileSync(join(root, path)))
  return hasher.digest("hex")
}

function storedFingerprint({ path }: BuiltFolder): string | undefined {
  try {
    return readFileSync(join(root, path, fingerprintName), "utf8")
  } catch {
    return undefined
  }
}

/** A second process may read or build at the same time, so the folder appears whole. */
function replace(built: BuiltFolder, workshop: string): void {
  const folder = join(root, built.path)
  const former = `${workshop}-former`
  try {
    renameSync(folder, former)
  } catch {
    // There is none, or the other process has just moved it.
  }
  try {
    renameSync(workshop, folder)
  } catch (cause) {
    // The other process was faster. Both have built the same.
    if (storedFingerprint(built) === undefined) throw cause
  }
  rmSync(former, { recursive: true, force: true })
}

/** A build that was killed leaves its folder behind. No build takes this long. */
const longestBuildMs = 10 * 60 * 1000

function removeAbandonedWorkshops(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(workshopStart))) {
    const path = join(parent, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > longestBuildMs) rmSync(path, { recursive: true, force: true })
  }
}
