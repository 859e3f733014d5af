/** A line of a file, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** With its end, if it has one. */
  readonly bytes: Uint8Array
  /** The last line of a file that was cut may have no end. */
  readonly isWhole: boolean
}

/** Longer than any line that an export has; whoever reads a film must not keep it in memory. */
const longestLine = 16 * 1024 * 1024

/** Splits what comes in at line feeds. Throws for a line that is too long, or no UTF-8. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let kept: Uint8Array[] = []
  let keptLength = 0
  const next = (bytes: Uint8Array, isWhole: boolean): Line => {
    number += 1
    return { number, text: decode(isWhole ? bytes.subarray(0, -1) : bytes, number), bytes, isWhole }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const bytes = joined(kept, chunk.subarray(start, end + 1))
      kept = []
      keptLength = 0
      start = end + 1
      yield next(bytes, true)
    }
    // Copied, since whoever reads may use its memory again.
    if (start < chunk.length) kept.push(chunk.slice(start))
    keptLength += chunk.length - start
    if (keptLength > longestLine) throw new Error(`Line ${number + 1} is longer than 16 MiB.`)
  }
  if (keptLength > 0) yield next(joined(kept, new Uint8Array()), false)
}

const lineFeed = 10

function joined(kept: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  if (kept.length === 0) return last
  const whole = new Uint8Array(kept.reduce((sum, { length }) => sum + length, last.length))
  let offset = 0
  for (const piece of [...kept, last]) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new Error(`Line ${number} is not UTF-8.`, { cause })
  }
}
