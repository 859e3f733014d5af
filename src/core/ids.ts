import type { IdPrefix } from "../contract/id-prefixes.ts"
import { appendFiveDigits, decodeFiveDigits, encodeUint128, fiveDigits } from "./base58.ts"
import { flattenRope } from "./flatten-rope.ts"

export interface IdSource {
  /** Unix time in whole milliseconds. */
  now(): number
  /** Returns `length` bytes from a cryptographic source. */
  random(length: number): Uint8Array
}

/** Returns a function that mints strictly increasing ids, even within one millisecond and after a clock step back. */
export function createIdMint(source: IdSource): (prefix: IdPrefix) => string {
  const sequence = createUuidSequence(source)
  let lastPrefix: IdPrefix | undefined
  let head = ""
  let tail = fiveDigits
  return (prefix) => {
    const step = sequence.advance()
    tail += step ?? fiveDigits
    // Within a millisecond only the last digits of an id change, so only those are encoded again.
    if (tail < fiveDigits && prefix === lastPrefix) return appendFiveDigits(head, tail)
    const id = flattenRope(prefix, "_", encodeUint128(sequence.uuid()))
    lastPrefix = prefix
    head = id.slice(0, -5)
    tail = decodeFiveDigits(id.slice(-5))
    return id
  }
}

/** The 22 characters of an id that sorts by this time. The other bits come from the bytes, so the same bytes make the same id. */
export function encodeUuidAt(timeMs: number, bytes: Uint8Array): string {
  const uuid = Buffer.from(bytes.subarray(0, 16))
  uuid.writeUIntBE(timeMs, 0, 6)
  // The version and variant bits of a UUIDv7 (RFC 9562).
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x70, 6)
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8)
  return encodeUuid(uuid)
}

/** The 22 characters of an id, without its prefix. */
export function encodeUuid(uuid: Uint8Array): string {
  return encodeUint128(new DataView(uuid.buffer, uuid.byteOffset, 16))
}

const wordSize = 2 ** 32
const upperSize = 2 ** 42

/** Small, so that many steps fit in the last five digits of an id. */
const stepSize = 2 ** 20

interface UuidSequence {
  /** Moves to the next id. Returns the difference if only the last 32 bits changed. */
  advance(): number | undefined
  /** The 16 bytes of the current id. */
  uuid(): DataView
}

/** UUIDv7 by RFC 9562, section 6.2, method 2: within a millisecond, the 74 random bits grow by a random step. */
function createUuidSequence(source: IdSource): UuidSequence {
  const nextWord = createWordPool(source)
  const uuid = new DataView(new ArrayBuffer(16))
  let time = -1
  let upper = 0
  let lower = 0
  return {
    advance() {
      const now = source.now()
      if (now > time) {
        time = now
        upper = (nextWord() % 2 ** 10) * wordSize + nextWord()
        lower = nextWord()
        return undefined
      }
      const step = 1 + (nextWord() % stepSize)
      lower += step
      if (lower < wordSize) return step
      lower -= wordSize
      upper += 1
      // When the random bits overflow, the sequence uses the next millisecond until the clock has passed it.
      if (upper === upperSize) {
        upper = 0
        time += 1
      }
      return undefined
    },
    uuid() {
      const upperTwelve = Math.floor(upper / 2 ** 30)
      uuid.setUint32(0, Math.floor(time / 2 ** 16))
      uuid.setUint32(4, (time % 2 ** 16) * 2 ** 16 + 0x7000 + upperTwelve)
      uuid.setUint32(8, 0x80000000 + (upper - upperTwelve * 2 ** 30))
      uuid.setUint32(12, lower)
      return uuid
    },
  }
}

const poolLength = 4096

/** Requests random bytes in bulk, because a call for a few bytes costs more than the rest of an id. */
function createWordPool(source: IdSource): () => number {
  let pool: DataView = new DataView(new ArrayBuffer(0))
  let offset = 0
  return () => {
    if (offset === pool.byteLength) {
      const bytes = source.random(poolLength)
      pool = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      offset = 0
    }
    const word = pool.getUint32(offset)
    offset += 4
    return word
  }
}
