import { readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

/**
 * From so many bytes of source on, what only two or three parts use is worth a file of its own: others need not load it.
 * Several files compress worse than one, so three parts share a file only if it is long.
 */
const leastBytes: Readonly<Record<number, number>> = { 2: 3_000, 3: 34_000 }

interface Import {
  readonly path: string
  readonly kind: string
  readonly external?: boolean
  /** The lazy part that an `import()` loads. */
  readonly entryPoint?: string
}

interface Input {
  /** Of the source. */
  readonly bytes: number
  readonly imports: readonly Import[]
}

interface Graph {
  readonly inputs: Readonly<Record<string, Input>>
}

/**
 * The bundler makes a chunk for each set of pages that share a module, so that a page would consist of dozens of small files.
 * These files make it see few sets: each lazy part of the folder imports a list of the modules that several of them use, and
 * this list becomes one chunk. What the sign-in page or the overlays use too, which are without that list, is in the first
 * load. (The bundler's own `minChunkSize` loses the class names of style sheets.)
 */
export function filesWithSharedModules(graph: Graph, folder: string): Readonly<Record<string, string>> {
  const entry = (name: string) => Object.keys(graph.inputs).find((one) => resolve(one) === join(folder, name)) ?? name
  const lazy = new Set(
    Object.values(graph.inputs).flatMap(({ imports }) => imports.flatMap((one) => one.entryPoint ?? [])),
  )
  const isPart = (one: string) => ["routes", "shell"].some((room) => resolve(one).startsWith(`${folder}/${room}/`))
  const parts = [...lazy].filter(isPart)
  const others = [entry("sign-in.tsx"), ...[...lazy].filter((one) => !isPart(one))]
  const usedElsewhere = new Set(others.flatMap((one) => [...modulesOf(graph, one)]))
  const loaded = modulesOf(graph, entry("main.tsx"))
  const shared = sharedBy(graph, parts).filter((module) => !loaded.has(module))
  const inFirstLoad = shared.filter((module) => usedElsewhere.has(module))
  const inList = shared.filter((module) => !usedElsewhere.has(module))
  const list = join(folder, "shared-modules.ts")
  const main = join(folder, "main.tsx")
  const withImports = (path: string, modules: readonly string[]) =>
    `${importsOf(path, modules)}\n${readFileSync(path, "utf8")}`
  return Object.fromEntries([
    [list, importsOf(list, inList)],
    [main, withImports(main, inFirstLoad)],
    ...parts.map((part) => [resolve(part), withImports(resolve(part), [list])]),
  ])
}

/** Modules of ours that several parts use. Those with the same users are judged together. */
function sharedBy(graph: Graph, parts: readonly string[]): readonly string[] {
  const users = new Map<string, readonly string[]>()
  for (const part of parts) {
    for (const module of modulesOf(graph, part)) users.set(module, [...(users.get(module) ?? []), part])
  }
  const groups = Map.groupBy([...users.keys()].filter(isOurs), (module) => users.get(module)?.join(" "))
  return [...groups.values()]
    .filter((modules) => {
      const count = users.get(modules[0] ?? "")?.length ?? 0
      const bytes = modules.reduce((sum, module) => sum + (graph.inputs[module]?.bytes ?? 0), 0)
      return count > 1 && bytes < (leastBytes[count] ?? Number.POSITIVE_INFINITY)
    })
    .flat()
    .sort()
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
function importsOf(importer: string, modules: readonly string[]): string {
  return modules
    .map((module) => {
      const way = relative(dirname(importer), resolve(module))
      return `import ${JSON.stringify(way.startsWith(".") ? way : `./${way}`)}`
    })
    .join("\n")
}
