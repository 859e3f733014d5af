import { createHash } from "node:crypto"
import { base58Alphabet } from "../core/base58.ts"
import { encodeUuid } from "../core/ids.ts"

interface Derivation {
  /** When what gets the id was made: ids sort by it. */
  readonly timeMs: number
  /** What nothing else has. */
  readonly seed: string
}

/** An id that comes out the same each time, so that whoever imports again finds what is there already. */
export function derivedId(prefix: string, { timeMs, seed }: Derivation): string {
  const bytes = createHash("sha256").update(`${prefix}\n${seed}`).digest().subarray(0, 16)
  bytes.writeUIntBE(timeMs, 0, 6)
  // The version and the variant of UUIDv7, see RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `${prefix}_${encodeUuid(bytes)}`
}

/** When an id was made, as it says itself. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.indexOf("_") + 1)
  const number = [...digits].reduce((sum, digit) => sum * 58n + BigInt(base58Alphabet.indexOf(digit)), 0n)
  return Number((number >> 80n) & 0xffff_ffff_ffffn)
}
