export interface FileLine {
  /** Starts at 1. */
  readonly number: number
  readonly text: string
  /** Includes the line feed, if there is one. */
  readonly bytes: Uint8Array
  /** False for the last line of a truncated file. */
  readonly hasEnd: boolean
}

/** Exceeds every line of an export and bounds the memory that any other file can use. */
const maxLineBytes = 16 * 1024 * 1024

/** Splits bytes at line feeds. Throws if a line is too long or is not UTF-8. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let number = 0
  let pending: Uint8Array[] = []
  let pendingLength = 0
  const next = (bytes: Uint8Array, hasEnd: boolean): FileLine => {
    number += 1
    return { number, text: decode(hasEnd ? bytes.subarray(0, -1) : bytes, number), bytes, hasEnd }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const bytes = joined(pending, chunk.subarray(start, end + 1))
      pending = []
      pendingLength = 0
      start = end + 1
      yield next(bytes, true)
    }
    // The reader may reuse the memory of its chunk, so the rest is copied.
    if (start < chunk.length) pending.push(chunk.slice(start))
    pendingLength += chunk.length - start
    if (pendingLength > maxLineBytes) throw new Error(`Line ${number + 1} is longer than 16 MiB.`)
  }
  if (pendingLength > 0) yield next(joined(pending, new Uint8Array()), false)
}

const lineFeed = 10

function joined(pending: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return pending.length === 0 ? last : Buffer.concat([...pending, last])
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new Error(`Line ${number} is not UTF-8.`, { cause })
  }
}
