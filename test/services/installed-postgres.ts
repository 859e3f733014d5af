import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort, type Service, startService } from "../../scripts/test/service.ts"
import { unprivilegedUser } from "../../scripts/test/unprivileged-user.ts"

/** A PostgreSQL server of this machine with its tools, which the npm package lacks. */
export interface InstalledPostgres extends Service {
  /** Folder of pg_dump, pg_restore and psql. */
  readonly programs: string
}

const packages = "/usr/lib/postgresql"

/** Returns undefined if none is installed. */
export function findInstalledPostgres(): string | undefined {
  const versions = existsSync(packages) ? readdirSync(packages) : []
  return versions
    .filter((version) => Number(version) >= 15)
    .map((version) => join(packages, version, "bin"))
    .findLast((programs) => ["initdb", "postgres", "pg_dump"].every((name) => existsSync(join(programs, name))))
}

export async function startInstalledPostgres(programs: string, folder: string): Promise<InstalledPostgres> {
  const user = unprivilegedUser()
  mkdirSync(folder, { mode: 0o711 })
  const password = join(folder, "password")
  writeFileSync(password, "installed", { mode: 0o600 })
  for (const path of user ? [folder, password] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const data = join(folder, "data")
  const initialize = [`--pgdata=${data}`, `--pwfile=${password}`, "--username=postgres", "--auth=password", "--no-sync"]
  const made = Bun.spawnSync([join(programs, "initdb"), ...initialize, "--encoding=UTF8"], { cwd: folder, ...user })
  if (!made.success) throw new Error(made.stderr.toString())
  const port = await findFreePort()
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((one) => ["-c", one])
  const service = startService({
    name: "installed-postgres",
    command: [join(programs, "postgres"), "-D", data, "-p", String(port), ...settings],
    folder,
    user,
    url: `postgres://postgres:installed@127.0.0.1:${port}/postgres`,
    stopSignal: "SIGQUIT",
  })
  await service.ready
  return { ...service, programs }
}
