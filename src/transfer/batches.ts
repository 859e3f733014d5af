import { kindNameOf } from "./format.ts"
import type { ReadLine } from "./import-lines.ts"
import { splitLines } from "./split-lines.ts"

/** Lines of one kind that are imported together. */
export interface Batch {
  readonly kind: string
  readonly lines: readonly ReadLine[]
  readonly bytes: number
}

/** Small batches keep transactions short where other writers wait for an import. */
const groupLength = 200
const maxBytes = 4 * 1024 * 1024

/** Groups the lines between header and trailer by kind. The caller must have checked the file. */
export async function* batchesOf(chunks: AsyncIterable<Uint8Array>, groupsPerCommit: number): AsyncGenerator<Batch> {
  const maxLines = groupLength * groupsPerCommit
  let kind: string | undefined
  let lines: ReadLine[] = []
  let bytes = 0
  for await (const line of splitLines(chunks)) {
    const value: unknown = JSON.parse(line.text)
    const name = kindNameOf(value)
    const next = name === "trailer" ? undefined : name
    if (kind !== undefined && (next !== kind || lines.length === maxLines || bytes > maxBytes)) {
      yield { kind, lines, bytes }
      lines = []
      bytes = 0
    }
    kind = next
    if (kind === undefined) continue
    lines.push({ number: line.number, value })
    bytes += line.bytes.length
  }
  if (kind !== undefined) yield { kind, lines, bytes }
}
