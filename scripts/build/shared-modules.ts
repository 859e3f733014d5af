import { readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

/** What only two parts use is worth a file of its own: others need not load it. */
const leastUsers = 3

interface Import {
  readonly path: string
  readonly kind: string
  readonly external?: boolean
  /** The lazy part that an `import()` loads. */
  readonly entryPoint?: string
}

interface Input {
  readonly imports: readonly Import[]
}

interface Graph {
  readonly inputs: Readonly<Record<string, Input>>
}

/**
 * The bundler makes a chunk for each set of pages that share a module, so that a page would consist of dozens of small files.
 * These files make it see one set: each lazy part of the folder imports a list of the modules that several of them use, and
 * this list becomes one chunk. (The bundler's own `minChunkSize` loses the class names of style sheets.)
 */
export function filesWithSharedModules(graph: Graph, folder: string): Readonly<Record<string, string>> {
  const lazyParts = Object.values(graph.inputs)
    .flatMap(({ imports }) => imports.flatMap(({ entryPoint }) => entryPoint ?? []))
    .filter((one) => resolve(one).startsWith(`${folder}/routes/`) || resolve(one).startsWith(`${folder}/shell/`))
  const main = Object.keys(graph.inputs).find((one) => resolve(one) === join(folder, "main.tsx"))
  const loaded = modulesOf(graph, main ?? "")
  const users = new Map<string, number>()
  for (const part of new Set(lazyParts)) {
    for (const module of modulesOf(graph, part)) users.set(module, (users.get(module) ?? 0) + 1)
  }
  const shared = [...users.keys()]
    .filter((module) => (users.get(module) ?? 0) >= leastUsers && !loaded.has(module) && isOurs(module))
    .sort()
  const list = join(folder, "shared-modules.ts")
  return Object.fromEntries([
    [list, shared.map((module) => importOf(list, resolve(module))).join("\n")],
    ...lazyParts.map((part) => {
      const path = resolve(part)
      return [path, `${importOf(path, list)}\n${readFileSync(path, "utf8")}`]
    }),
  ])
}

/** A module and everything that it imports at once. */
function modulesOf(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set([start])
  for (const module of found) {
    for (const { path, kind, external } of graph.inputs[module]?.imports ?? []) {
      if (kind === "import-statement" && !external) found.add(path)
    }
  }
  return found
}

/** Packages follow the modules that use them. */
function isOurs(module: string): boolean {
  return /\.tsx?$/.test(module) && !module.includes("node_modules")
}

/** Relative, so that the names of the built files do not depend on the folder of the clone. */
function importOf(importer: string, path: string): string {
  const way = relative(dirname(importer), path)
  return `import ${JSON.stringify(way.startsWith(".") ? way : `./${way}`)}`
}
