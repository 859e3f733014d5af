import { readFileSync, writeFileSync } from "node:fs"
import { basename, join, parse } from "node:path"
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib"
import { type BuiltFolder, root } from "./built-folder.ts"
import { filesWithSharedModules } from "./shared-modules.ts"

const source = join(root, "dashboard")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** The finished dashboard: each file compressed twice, with its content type in its name. */
export const dashboard: BuiltFolder = {
  path: "dashboard/dist",
  inputs: [
    "dashboard/{index.html,sign-in.html,portal.html,tsconfig.json,package.json}",
    "dashboard/src/**/*",
    "sdk/src/**/*.ts",
    "src/{contract,core}/**/*.ts",
    "src/http/pages/theme/*",
    // The versions of Keyward and of packages.
    "package-lock.json",
    "scripts/build/{dashboard,built-folder,shared-modules}.ts",
  ],
  async write(folder) {
    const files = await shortenNames(await bundle())
    const pages = ["index.html", "sign-in.html", "portal.html"].map((name) => [name, pageWith(name, files)] as const)
    for (const [name, bytes] of [...files, ...pages]) {
      writeFileSync(join(folder, `${name}.br`), brotliOfLastBuild(name, bytes) ?? brotli(bytes))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

type Files = ReadonlyMap<string, Uint8Array>

const options = {
  entrypoints: [
    join(source, "src/main.tsx"),
    join(source, "src/sign-in.tsx"),
    join(root, "src/http/pages/theme/theme.client.js"),
  ],
  target: "browser",
  format: "esm",
  splitting: true,
  minify: { whitespace: true, syntax: true, identifiers: false },
  naming: "[name]-[hash].[ext]",
  publicPath: "/assets/",
  define: { "process.env.NODE_ENV": '"production"' },
} satisfies Bun.BuildConfig

/** Customers never load the dashboard, so the portal shares no files with it, and consists of fewer. */
const portalOptions = {
  ...options,
  entrypoints: ["portal.tsx", "portal/early-portal.ts"].map((name) => join(source, "src", name)),
}

/** Every file is a request, so the first pass finds out what belongs together. */
async function bundle(): Promise<Files> {
  const { metafile } = await Bun.build({ ...options, metafile: true })
  if (metafile === undefined) throw new Error("The bundler does not say what it has read.")
  const files = filesWithSharedModules(metafile, join(source, "src"))
  const { outputs } = await Bun.build({ ...options, plugins: [contentsFrom(files)] })
  const portal = await Bun.build(portalOptions)
  const contents = await contentsOf([...outputs, ...portal.outputs])
  // The sheet of an entry has the styles of its lazy parts too.
  return new Map([...contents].filter(([name]) => !/^chunk-.*\.css$/.test(name)))
}

/** Replaces what some files contain. (With the bundler's `files`, the names of chunks would depend on the folder of the clone.) */
function contentsFrom(files: Readonly<Record<string, string>>): Bun.BunPlugin {
  return {
    name: "contents",
    setup(build) {
      build.onLoad({ filter: /\/dashboard\/src\/.*\.tsx?$/ }, ({ path }) => {
        const contents = files[path] ?? readFileSync(path, "utf8")
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
      })
    },
  }
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

/** Undefined if the file was not in it, or another. To compress all files takes most of a build. */
function brotliOfLastBuild(name: string, bytes: Uint8Array): Uint8Array | undefined {
  try {
    const compressed = readFileSync(join(root, dashboard.path, `${name}.br`))
    return brotliDecompressSync(compressed).equals(bytes) ? compressed : undefined
  } catch {
    return undefined
  }
}

function brotli(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  })
}

/** A page with the hashed names of its files. */
function pageWith(page: string, files: Files): Uint8Array {
  const names = [...files.keys()]
  const text = readFileSync(join(source, page), "utf8")
    .replace("{version}", version)
    .replace(/<script type="module" src="\{([\w.-]+)\.js\}"><\/script>/g, (script, name) => {
      return [script, ...importsOf(files, fileNamed(`${name}.js`, names)).map(preloadLink)].join("\n")
    })
    .replace(/\{([\w.-]+\.(?:js|css))\}/g, (_, name) => `/assets/${fileNamed(name, names)}`)
  return new TextEncoder().encode(text)
}

function fileNamed(file: string, names: readonly string[]): string {
  const { name, ext } = parse(file)
  const found = names.find((one) => one.startsWith(`${name}-`) && one.endsWith(ext))
  if (found === undefined) throw new Error(`The dashboard has no ${file}.`)
  return found
}

/** What a script imports at once. A browser that learns it from the page does not wait for the script first. */
function importsOf(files: Files, script: string): readonly string[] {
  const text = new TextDecoder().decode(files.get(script))
  return [...text.matchAll(/\b(?:from|import)\s*"\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name)
}

function preloadLink(name: string): string {
  return `<link rel="modulepreload" href="/assets/${name}">`
}
