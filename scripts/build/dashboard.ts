import { readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { type BuiltFolder, root } from "./built-folder.ts"

const source = join(root, "dashboard")

/** The finished dashboard: each file compressed twice, with its content type in its name. */
export const dashboard: BuiltFolder = {
  path: "dashboard/dist",
  inputs: [
    "dashboard/{index.html,sign-in.html,tsconfig.json,package.json}",
    "dashboard/src/**/*",
    "sdk/src/**/*.ts",
    "src/{contract,core}/**/*.ts",
    "src/http/pages/theme/*",
    // The versions of packages.
    "package-lock.json",
    "scripts/build/{dashboard,built-folder}.ts",
  ],
  async write(folder) {
    const files = await shortenNames(await bundle())
    const isOfSignIn = (sheet: string) => sheet.startsWith("sign-in-")
    const pages = [
      ["index.html", pageWith("index.html", files, (sheet) => !isOfSignIn(sheet))],
      ["sign-in.html", pageWith("sign-in.html", files, isOfSignIn)],
    ] as const
    for (const [name, bytes] of [...files, ...pages]) {
      writeFileSync(join(folder, `${name}.br`), brotli(bytes))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

type Files = ReadonlyMap<string, Uint8Array>

async function bundle(): Promise<Files> {
  const { outputs } = await Bun.build({
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

function brotli(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  })
}

/**
 * A page with the hashed names of its scripts and style sheets. The dashboard loads all its style sheets at once, because the
 * bundler does not load those of lazy chunks; together they are small. The sheet of the sign-in pages holds all that they use.
 */
function pageWith(page: string, files: Files, isSheetOfPage: (name: string) => boolean): Uint8Array {
  const names = [...files.keys()]
  const sheets = names.filter((name) => name.endsWith(".css") && isSheetOfPage(name)).sort(mainFirst)
  const text = readFileSync(join(source, page), "utf8")
    .replace("{styles}", sheets.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join("\n"))
    .replace(/<script type="module" src="\{([\w.-]+)\.js\}"><\/script>/, (script, name) => {
      return [script, ...importsOf(files, scriptNamed(name, names)).map(preloadLink)].join("\n")
    })
    .replace(/\{([\w.-]+)\.js\}/g, (_, name) => `/assets/${scriptNamed(name, names)}`)
  return new TextEncoder().encode(text)
}

function scriptNamed(name: string, names: readonly string[]): string {
  const found = names.find((one) => one.startsWith(`${name}-`) && one.endsWith(".js"))
  if (found === undefined) throw new Error(`The dashboard has no ${name}.js.`)
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

/** Later sheets win, so the general one comes first. */
function mainFirst(first: string, second: string): number {
  return Number(second.startsWith("main-")) - Number(first.startsWith("main-")) || first.localeCompare(second)
}
