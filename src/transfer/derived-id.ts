import { createHash } from "node:crypto"
import { base58Alphabet } from "../core/base58.ts"
import { encodeUuid } from "../core/ids.ts"

interface Derivation {
  /** Creation time of the object; ids sort by it. */
  readonly timeMs: number
  /** Unique text for this object. */
  readonly seed: string
}

/** Derives the same id from the same seed, so a repeated import recognizes the objects that it created before. */
export function derivedId(prefix: string, { timeMs, seed }: Derivation): string {
  const bytes = createHash("sha256").update(`${prefix}\n${seed}`).digest().subarray(0, 16)
  bytes.writeUIntBE(timeMs, 0, 6)
  // Sets the version and variant bits of a UUIDv7 (RFC 9562).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `${prefix}_${encodeUuid(bytes)}`
}

/** Reads the creation time out of an id. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.indexOf("_") + 1)
  const number = [...digits].reduce((sum, digit) => sum * 58n + BigInt(base58Alphabet.indexOf(digit)), 0n)
  return Number((number >> 80n) & 0xffff_ffff_ffffn)
}
