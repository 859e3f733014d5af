import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

/** A line of an export, untyped for assertions. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape, which is the point of them.
export type FileLine = any

/** Reads all lines except the trailer. */
export function linesIn(path: string): FileLine[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n")
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}

/** Writes lines with a matching trailer, as another program could. */
export function writeLines(path: string, lines: readonly FileLine[]): void {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
  const counts: Record<string, number> = {}
  for (const { kind } of lines.slice(1)) counts[kind] = (counts[kind] ?? 0) + 1
  const sha256 = createHash("sha256").update(body).digest("hex")
  writeFileSync(path, `${body}${JSON.stringify({ kind: "trailer", counts, sha256 })}\n`)
}
