import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

export interface Import {
  readonly from: string
  readonly specifier: string
  readonly isTypeOnly: boolean
  readonly isLoadedAtStart: boolean
}

/** Files that import themselves through others, each circle once. */
export function circlesAmong(paths: readonly string[]): string[][] {
  const targets = new Map(
    paths.map((path) => [path, importsOf(path).filter(isRelative).map(targetOf)] satisfies [string, string[]]),
  )
  const reachable = new Map(paths.map((path) => [path, reachableFrom(path, targets)]))
  const circles = paths
    .filter((path) => reachable.get(path)?.has(path))
    .map((path) => paths.filter((other) => reachable.get(path)?.has(other) && reachable.get(other)?.has(path)))
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

export function reachableFrom(path: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(targets.get(path) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(targets.get(next) ?? []))
  }
  return reached
}

export function targetOf({ from, specifier }: Import): string {
  return relative(".", join(dirname(from), specifier))
}

export function importsOf(path: string): Import[] {
  const text = readFileSync(path, "utf8")
  const atStart = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm
  const whenNeeded = /\bimport\("([^"]+)"\)/g
  return [
    ...[...text.matchAll(atStart)].map((match) => {
      const isTypeOnly = match[1] !== undefined || onlyTypes(match[0])
      return { from: path, specifier: match[2] ?? "", isTypeOnly, isLoadedAtStart: !isTypeOnly }
    }),
    ...[...text.matchAll(whenNeeded)].map(([, specifier = ""]) => {
      return { from: path, specifier, isTypeOnly: false, isLoadedAtStart: false }
    }),
  ]
}

function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]
  if (names === undefined) return false
  return names.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "))
}

export function isRelative({ specifier }: Import): boolean {
  return specifier.startsWith(".")
}

export function describeImport({ from, specifier }: Import): string {
  return `${from} imports ${specifier}`
}
