import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const root = join(import.meta.dir, "..", "..")
const source = join(root, "dashboard")

/** The finished dashboard: each file compressed twice, with its content type in its name. */
const dist = join(source, "dist")
const fingerprintName = "fingerprint"

/** Everything the result depends on. Package versions are in the lock file. */
const inputs = [
  "dashboard/{index.html,tsconfig.json,package.json}",
  "dashboard/src/**/*",
  "sdk/src/**/*.ts",
  "src/http/pages/theme/*",
]
const singleInputs = ["package-lock.json", "scripts/build/dashboard.ts"]

/** Builds the dashboard unless its sources are those of the last build. Returns whether it built. */
export async function buildDashboardIfStale(onStart: () => void = () => {}): Promise<boolean> {
  const fingerprint = fingerprintOfSources()
  if (fingerprint === storedFingerprint()) return false
  onStart()
  await build(fingerprint)
  return true
}

/** The compressed files, which the executable embeds. */
export function dashboardFiles(): readonly string[] {
  return readdirSync(dist)
    .filter((name) => name !== fingerprintName)
    .map((name) => join(dist, name))
}

function fingerprintOfSources(): string {
  const paths = inputs.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).concat(singleInputs)
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version)
  for (const path of paths.sort()) hasher.update(path).update(readFileSync(join(root, path)))
  return hasher.digest("hex")
}

function storedFingerprint(): string | undefined {
  try {
    return readFileSync(join(dist, fingerprintName), "utf8")
  } catch {
    return undefined
  }
}

async function build(fingerprint: string): Promise<void> {
  const files = await shortenNames(await bundle())
  const workshop = mkdtempSync(join(source, workshopStart))
  try {
    for (const [name, bytes] of [...files, ["index.html", indexWith([...files.keys()])] as const]) {
      writeFileSync(join(workshop, `${name}.br`), brotli(bytes))
      writeFileSync(join(workshop, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
    writeFileSync(join(workshop, fingerprintName), fingerprint)
    // Another user may run what this one has built.
    chmodSync(workshop, 0o755)
    replaceDist(workshop)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
    removeAbandonedWorkshops()
  }
}

type Files = ReadonlyMap<string, Uint8Array>

async function bundle(): Promise<Files> {
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "src/main.tsx"), join(root, "src/http/pages/theme/theme.client.js")],
    target: "browser",
    format: "esm",
    splitting: true,
    minify: { whitespace: true, syntax: true, identifiers: false },
    naming: "[name]-[hash].[ext]",
    publicPath: "/assets/",
    define: { "process.env.NODE_ENV": '"production"' },
  })
  return contentsOf(outputs)
}

/**
 * Nodes of the same version must have the same assets, wherever each was built. The bundler chooses short names by the
 * paths of the sources, so it chooses them in a second pass, in which the paths are always the same.
 */
async function shortenNames(files: Files): Promise<Files> {
  const scripts = [...files]
    .filter(([name]) => name.endsWith(".js"))
    .map(([name, bytes]) => [`/${name}`, bytes] as const)
  const { outputs } = await Bun.build({
    entrypoints: scripts.map(([path]) => path),
    files: Object.fromEntries(scripts),
    external: ["*"],
    target: "browser",
    format: "esm",
    minify: true,
    naming: "[name].[ext]",
  })
  return new Map([...files, ...(await contentsOf(outputs))])
}

async function contentsOf(outputs: readonly Bun.BuildArtifact[]): Promise<Files> {
  const contents = outputs.map(async (one) => [basename(one.path), new Uint8Array(await one.arrayBuffer())] as const)
  return new Map(await Promise.all(contents))
}

const workshopStart = ".building-"

/** A second process may read or build at the same time, so the folder appears whole. */
function replaceDist(workshop: string): void {
  const former = `${workshop}-former`
  try {
    renameSync(dist, former)
  } catch {
    // There is none, or the other process has just moved it.
  }
  try {
    renameSync(workshop, dist)
  } catch (cause) {
    // The other process was faster. Both have built the same.
    if (storedFingerprint() === undefined) throw cause
  }
  rmSync(former, { recursive: true, force: true })
}

/** A build that was killed leaves its folder behind. No build takes this long. */
const longestBuildMs = 10 * 60 * 1000

function removeAbandonedWorkshops(): void {
  for (const name of readdirSync(source).filter((one) => one.startsWith(workshopStart))) {
    const path = join(source, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > longestBuildMs) rmSync(path, { recursive: true, force: true })
  }
}

function brotli(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  })
}

/**
 * The page with the hashed names of its scripts and style sheets. It loads all style sheets, because the bundler does not
 * load those of lazy chunks; together they are small.
 */
function indexWith(names: readonly string[]): Uint8Array {
  const sheets = names.filter((name) => name.endsWith(".css")).sort(mainFirst)
  const page = readFileSync(join(source, "index.html"), "utf8")
    .replace("{styles}", sheets.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join("\n"))
    .replace(/\{([\w.]+)\.js\}/g, (_, name) => {
      const found = names.find((one) => one.startsWith(`${name}-`) && one.endsWith(".js"))
      if (found === undefined) throw new Error(`The dashboard has no ${name}.js.`)
      return `/assets/${found}`
    })
  return new TextEncoder().encode(page)
}

/** Later sheets win, so the general one comes first. */
function mainFirst(first: string, second: string): number {
  return Number(second.startsWith("main-")) - Number(first.startsWith("main-")) || first.localeCompare(second)
}
