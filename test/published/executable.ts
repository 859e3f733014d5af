import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { builtExecutable, type Ran, type ServedCli, serveWith } from "../cli/cli.ts"
import { startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

interface How {
  /** The whole environment; absent, there is none. */
  readonly env?: Readonly<Record<string, string>>
  /** Absent: an empty folder that its user may not write to. */
  readonly cwd?: string
}

/** The executable with nothing around it, run by a user who may write to one folder only. */
export interface Executable {
  /** That folder. */
  readonly home: string
  /** A folder in there. */
  makeFolder(name: string): string
  /** What is in the folder that it is started in. */
  leftovers(): readonly string[]
  run(args: readonly string[], how?: How): Promise<Ran>
  /** `keyward serve` on a free port, listening. */
  serve(args: readonly string[], how?: How): Promise<ServedCli>
  remove(): void
}

/** A user that the machine knows nothing of: no name, no home. Whoever is not root is ordinary enough. */
const stranger = process.getuid?.() === 0 ? { uid: 64_321, gid: 64_321 } : undefined

export function installExecutable(): Executable {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  const program = join(folder.path, "keyward")
  copyFileSync(builtExecutable(), program)
  const place = join(folder.path, "place")
  mkdirSync(place, { mode: 0o555 })
  const makeOwn = (path: string) => {
    mkdirSync(path)
    if (stranger !== undefined) chownSync(path, stranger.uid, stranger.gid)
    return path
  }
  const home = makeOwn(join(folder.path, "home"))

  const start = (args: readonly string[], { env = {}, cwd = place }: How = {}) =>
    startProcess({ command: [program, ...args], cwd, env, isBare: true, user: stranger })
  return {
    home,
    makeFolder: (name) => makeOwn(join(home, name)),
    leftovers: () => readdirSync(place),
    async run(args, how) {
      const child = start(args, how)
      const { code } = await child.exit
      return { code: code ?? -1, stdout: child.stdout(), stderr: child.stderr() }
    },
    serve: (args, how) => serveWith((all) => start(all, how), args),
    remove() {
      chmodSync(place, 0o755)
      folder.remove()
    },
  }
}
