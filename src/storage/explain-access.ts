import { accessSync, constants, existsSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Names the folder or file that this user may not use, its owner, and what to do. Undefined if rights are not the reason. */
export function explainAccess(dataDir: string): string | undefined {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  const folder = resolve(dataDir)
  const path = [nearestExisting(folder), ...filesIn(folder)].find((one) => !isUsable(one, own))
  if (path === undefined) return undefined
  const stats = statSync(path)
  const runsAs = `Keyward runs as ${describeUser(own)}`
  if (stats.uid === own) {
    return `${path} has the mode ${modeOf(stats)}, and ${runsAs}, its owner. Run \`chmod u+rwX ${path}\``
  }
  const belongs = `${path} belongs to ${describeUser(stats.uid)} (mode ${modeOf(stats)}), and ${runsAs}`
  const name = nameOf(own) ?? own
  const command = existsSync(folder) ? `chown -R ${name} ${folder}` : `install -d -m 700 -o ${name} ${folder}`
  return `${belongs}. Run \`${command}\` as root`
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(keyward|verifications)\.(db|lock)/.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Keyward also sets the mode of its files, which only their owner may do. */
function isUsable(path: string, own: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return true
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return stats.isDirectory() || own === 0 || stats.uid === own
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EACCES")
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, "0")
}

function describeUser(uid: number): string {
  const name = nameOf(uid)
  return name === undefined ? `user ${uid}` : `user ${name} (${uid})`
}

/** A container may run as a user without a name. */
function nameOf(uid: number): string | undefined {
  try {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((one) => one.split(":")[2] === String(uid))
    return line?.split(":")[0]
  } catch {
    return undefined
  }
}
