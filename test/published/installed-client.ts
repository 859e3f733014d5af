import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

export interface InstalledClient {
  /** Of a project that has the packed client installed. */
  readonly path: string
  /** What the package consists of. */
  readonly files: readonly string[]
  write(name: string, text: string): string
  /** A program of that project, run by Node. */
  node(name: string, env?: Readonly<Record<string, string>>): ChildProcess
  /** Makes a package of this repository available to the project, as if it were installed there. */
  lend(...names: readonly string[]): void
  remove(): void
}

const repository = join(import.meta.dir, "..", "..")

/** Packs the client as `npm publish` would, and installs the result elsewhere, without a network. */
export async function installClient(): Promise<InstalledClient> {
  const folder = temporaryFolder()
  const project = join(folder.path, "project")
  mkdirSync(project)
  const packed = await npm(["pack", "--json", "--pack-destination", folder.path], join(repository, "sdk"))
  const [{ filename, files }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  await npm(["install", "--offline", "--no-audit", "--no-fund", join(folder.path, filename)], project)
  const write = (name: string, text: string) => {
    const path = join(project, name)
    writeFileSync(path, text)
    return path
  }
  return {
    path: project,
    files: files.map(({ path }: { path: string }) => path),
    write,
    node: (name, env = {}) => startProcess({ command: ["node", name], cwd: project, env }),
    lend(...names) {
      for (const name of names) {
        const path = join(project, "node_modules", name)
        mkdirSync(dirname(path), { recursive: true })
        symlinkSync(join(repository, "node_modules", name), path)
      }
    },
    remove: folder.remove,
  }
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const child = startProcess({ command: ["npm", ...args], cwd })
  const { code } = await child.exit
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${child.stdout()}${child.stderr()}`)
  return child.stdout()
}
