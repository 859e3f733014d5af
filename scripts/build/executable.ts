import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"

/** Platforms that Keyward is made for, as `--target` names them. */
export const targets = [
  "linux-x64",
  "linux-x64-musl",
  "linux-arm64",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
] as const
export type Target = (typeof targets)[number]

interface Build {
  readonly outfile: string
  /** Absent: the platform that this runs on. */
  readonly target?: Target | undefined
}

const root = join(import.meta.dir, "..", "..")

/** Threads are started by their address, so the bundler cannot find them by itself. */
const entries = ["src/main.ts", "src/storage/sqlite/thread.ts"]

const flags = [
  "--compile",
  "--minify",
  // So that a stack trace names the lines of the source.
  "--sourcemap",
  // Starts in half the time; it needs the format said, since the modules await at their top.
  "--bytecode",
  "--format=esm",
  // In the bundle every module is where the program is, and so a thread looks for its file beside that.
  "--entry-naming=[name].[ext]",
  // The executable must take no code and no settings from files in the folder it is started in.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
]

/** Makes one file that needs nothing beside it; it appears whole or not at all, also while an older one runs. */
export async function buildExecutable({ outfile, target }: Build): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true })
  const workshop = mkdtempSync(join(dirname(outfile), ".building-"))
  try {
    const made = join(workshop, "keyward")
    const chosen = target === undefined ? [] : [`--target=bun-${target}`]
    const command = [process.execPath, "build", ...flags, ...chosen, ...entries, "--outfile", made]
    // The bundler tells itself how far it is, and what is wrong.
    const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] })
    if ((await child.exited) !== 0) throw new Error("The executable could not be built; the reason is above.")
    renameSync(made, outfile)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}
