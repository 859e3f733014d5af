import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Ran, type ServedCli, serveWith } from "../cli/cli.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { startRegistry } from "./local-registry.ts"

/** A project that has the packed program installed, on a machine that has Node and npm. */
export interface InstalledPackage {
  /** Of the project. */
  readonly path: string
  /** What the package consists of. */
  readonly files: readonly string[]
  npm(...args: readonly string[]): Promise<Ran>
  /** `npx keyward …` in the project. */
  npx(...args: readonly string[]): Promise<Ran>
  /** A command in the project that has `serve --port … --data …` added to it, listening. */
  serve(...command: readonly string[]): Promise<ServedCli>
  remove(): Promise<void>
}

const repository = join(import.meta.dir, "..", "..")

/** Packs the program as `npm publish` would, and installs the result elsewhere, without running any install script. */
export async function installPackage(): Promise<InstalledPackage> {
  const registry = startRegistry()
  const folder = temporaryFolder()
  const path = join(folder.path, "project")
  mkdirSync(path)
  const start = (command: readonly string[], cwd = path): ChildProcess =>
    startProcess({ command, cwd, isBare: true, env: machine(folder.path, registry.url) })
  const run = async (command: readonly string[], cwd?: string): Promise<Ran> => {
    const child = start(command, cwd)
    const { code } = await child.exit
    return { code: code ?? -1, stdout: child.stdout(), stderr: child.stderr() }
  }
  const require = async (command: readonly string[], cwd?: string): Promise<string> => {
    const { code, stdout, stderr } = await run(command, cwd)
    if (code !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`)
    return stdout
  }

  const packed = await require(["npm", "pack", "--json", "--pack-destination", folder.path], repository)
  const [{ filename, files }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
  writeFileSync(join(path, "package.json"), JSON.stringify({ private: true }))
  await require(["npm", "install", "--ignore-scripts", join(folder.path, filename)])
  return {
    path,
    files: files.map((file: { path: string }) => file.path),
    npm: (...args) => run(["npm", ...args]),
    npx: (...args) => run(["npx", "keyward", ...args]),
    serve: (...command) => {
      const data = join(folder.path, crypto.randomUUID())
      return serveWith((args) => start([...command, ...args]), ["--data", data])
    },
    async remove() {
      await registry.stop()
      folder.remove()
    },
  }
}

/** The whole environment: nothing that this repository has is in its way. */
function machine(folder: string, registry: string): Record<string, string> {
  const programs = ["node", "npm"].map((name) => dirname(Bun.which(name) ?? name))
  return {
    PATH: [...new Set([...programs, "/usr/bin", "/bin"])].join(":"),
    HOME: folder,
    npm_config_registry: registry,
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  }
}
