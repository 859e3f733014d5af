import { createHash } from "node:crypto"
import { base58Alphabet } from "../core/base58.ts"
import { encodeUuidAt } from "../core/ids.ts"

interface Derivation {
  /** Creation time of the object; ids sort by it. */
  readonly timeMs: number
  /** Unique text for this object. */
  readonly seed: string
}

/** Derives the same id from the same seed, so a repeated import recognizes the objects that it created before. */
export function derivedId(prefix: string, { timeMs, seed }: Derivation): string {
  return `${prefix}_${encodeUuidAt(timeMs, createHash("sha256").update(`${prefix}\n${seed}`).digest())}`
}

/** Reads the creation time out of an id. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.indexOf("_") + 1)
  const number = [...digits].reduce((sum, digit) => sum * 58n + BigInt(base58Alphabet.indexOf(digit)), 0n)
  return Number((number >> 80n) & 0xffff_ffff_ffffn)
}
