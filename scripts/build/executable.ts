import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { buildPagesIfStale, pageFiles } from "./pages.ts"

/** Supported platforms, as `--target` names them. */
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
  /** Default: the platform that runs this script. */
  readonly target?: Target | undefined
}

const root = join(import.meta.dir, "..", "..")

/** Threads are started by URL, so the bundler cannot find them. */
const entries = [
  "src/main.ts",
  "src/storage/sqlite/thread.ts",
  "src/secrets/password-thread.ts",
  "src/webhooks/send-thread.ts",
]

const flags = [
  "--compile",
  "--minify",
  // Source maps let a stack trace name source lines.
  "--sourcemap",
  // Bytecode halves the start-up time. It needs an explicit format, because modules use top-level await.
  "--bytecode",
  "--format=esm",
  // Without it, every command would load the modules of Bun and Node that only the service needs.
  "--splitting",
  // In the bundle, every module has the path of the program, so a thread looks for its file there.
  "--entry-naming=[name].[ext]",
  // The program finds the files of the dashboard and of the docs by their names.
  "--asset-naming=[name].[ext]",
  // The executable must not load code or settings from the current folder.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
]

/** Writes the executable atomically, even while an older one runs. */
export async function buildExecutable({ outfile, target }: Build): Promise<void> {
  await buildPagesIfStale()
  mkdirSync(dirname(outfile), { recursive: true })
  const workshop = mkdtempSync(join(dirname(outfile), ".building-"))
  try {
    const made = join(workshop, "keyward")
    const chosen = target === undefined ? [] : [`--target=bun-${target}`]
    const embedding = writeEmbedding(workshop)
    const command = [process.execPath, "build", ...flags, ...chosen, ...entries, embedding, "--outfile", made]
    // The bundler reports its own progress and errors.
    const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] })
    if ((await child.exited) !== 0) throw new Error("The executable could not be built; the reason is above.")
    renameSync(made, outfile)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** A module that only embeds built files. Nothing imports it, so the sources run without them. */
function writeEmbedding(folder: string): string {
  const path = join(folder, "page-files.ts")
  const imports = pageFiles().map((file) => {
    return `import ${JSON.stringify(`./${relative(folder, file)}`)} with { type: "file" }\n`
  })
  writeFileSync(path, imports.join(""))
  return path
}
