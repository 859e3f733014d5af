// `npm run weight [-- COMMIT]`: lines and files by room, without tests and generated code, beside those of a commit.

/** The folders in these are the rooms. */
const houses = ["src", "dashboard/src", "sdk/src"] as const
const unweighed = /\.test\.tsx?$|\.gen\.|conformance/

export interface Weight {
  readonly lines: number
  readonly files: number
}

/** By room. Each house is the sum of its rooms. */
export type Weights = ReadonlyMap<string, Weight>

/** Weighs the files of this folder, or those of a commit. */
function weigh(commit?: string): Weights {
  const source = commit === undefined ? ["--untracked"] : [commit]
  // An empty pattern matches every line.
  const command = ["git", "grep", "-a", "-c", "-z", "-e", "", ...source, "--", ...houses]
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  // 1: there is no such file.
  if (exitCode > 1) throw new Error(stderr.toString().trim())
  const files = stdout.toString().trimEnd().split("\n")
  return weightsOf(files.map((line) => fileIn(commit === undefined ? line : line.slice(commit.length + 1))))
}

function fileIn(line: string): readonly [path: string, lines: number] {
  const [path = "", lines] = line.split("\0")
  return [path, Number(lines)]
}

export function weightsOf(files: Iterable<readonly [path: string, lines: number]>): Weights {
  const weights = new Map<string, Weight>()
  for (const [path, added] of files) {
    const house = houses.find((name) => path.startsWith(`${name}/`))
    if (house === undefined || unweighed.test(path)) continue
    for (const name of [house, roomOf(house, path), "together"]) {
      const { lines, files: count } = weights.get(name) ?? nothing
      weights.set(name, { lines: lines + added, files: count + 1 })
    }
  }
  return weights
}

const nothing: Weight = { lines: 0, files: 0 }

/** Files beside the rooms are one room. */
function roomOf(house: string, path: string): string {
  const [room, ...inner] = path.slice(house.length + 1).split("/")
  return `${house}/${inner.length === 0 ? "*" : room}`
}

/** One line per room. With the weights of a commit, every cell is what it was, what it is, and the difference. */
export function tableOf(now: Weights, before?: Weights): string {
  const names = [...new Set([...(before?.keys() ?? []), ...now.keys()])].toSorted()
  const rows = names.map((name) => {
    const [is, was] = [now.get(name) ?? nothing, before?.get(name) ?? nothing]
    if (before === undefined) return [name, grouped(is.lines), grouped(is.files)]
    return [name, ...change(was.lines, is.lines), ...change(was.files, is.files)]
  })
  const head = before === undefined ? ["room", "lines", "files"] : ["room", "lines", "now", "", "files", "now", ""]
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
  return [head, ...rows].map((row) => line(row).join("  ").trimEnd()).join("\n")
}

function change(was: number, is: number): readonly string[] {
  const difference = is - was
  return [grouped(was), grouped(is), difference > 0 ? `+${grouped(difference)}` : grouped(difference)]
}

function grouped(count: number): string {
  return count.toLocaleString("en")
}

if (import.meta.main) {
  const [commit] = process.argv.slice(2)
  try {
    const now = weigh()
    process.stdout.write(`${tableOf(now, commit === undefined ? undefined : weigh(commit))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
