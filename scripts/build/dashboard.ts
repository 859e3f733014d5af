import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const root = join(import.meta.dir, "..", "..")
const source = join(root, "dashboard")

/** The finished dashboard: each file compressed twice, with its content type in its name. */
const dashboardDist = join(source, "dist")

const fingerprintFile = join(dashboardDist, "fingerprint")

/** Everything the result depends on. Package versions are in the lock file. */
const inputs = ["dashboard/{index.html,tsconfig.json,package.json}", "dashboard/src/**/*", "sdk/src/**/*.ts"]
const singleInputs = ["package-lock.json", "scripts/build/dashboard.ts"]

/** Builds the dashboard unless its sources are those of the last build. Returns whether it built. */
export async function buildDashboardIfStale(onStart: () => void): Promise<boolean> {
  const fingerprint = fingerprintOfSources()
  if (fingerprint === storedFingerprint()) return false
  onStart()
  await build(fingerprint)
  return true
}

function fingerprintOfSources(): string {
  const paths = inputs.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).concat(singleInputs)
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version)
  for (const path of paths.sort()) hasher.update(path).update(readFileSync(join(root, path)))
  return hasher.digest("hex")
}

function storedFingerprint(): string | undefined {
  try {
    return readFileSync(fingerprintFile, "utf8")
  } catch {
    return undefined
  }
}

async function build(fingerprint: string): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "src/main.tsx"), join(source, "src/theme.ts")],
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    naming: "[name]-[hash].[ext]",
    publicPath: "/assets/",
    define: { "process.env.NODE_ENV": '"production"' },
  })
  const files = await Promise.all(
    outputs.map(async (one) => [basename(one.path), new Uint8Array(await one.arrayBuffer())] as const),
  )
  // A second process may build at the same time, so the folder appears whole.
  mkdirSync(source, { recursive: true })
  const workshop = mkdtempSync(join(source, ".building-"))
  try {
    for (const [name, bytes] of [...files, ["index.html", indexWith(files.map(([name]) => name))] as const]) {
      writeFileSync(join(workshop, `${name}.br`), brotli(bytes))
      writeFileSync(join(workshop, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
    writeFileSync(join(workshop, basename(fingerprintFile)), fingerprint)
    rmSync(dashboardDist, { recursive: true, force: true })
    renameSync(workshop, dashboardDist)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
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
    .replace(/\{(\w+)\.js\}/g, (_, name) => {
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
