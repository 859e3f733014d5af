import { encodeBase58 } from "./base58.ts"
import { crc32 } from "./crc32.ts"

export interface KeyMaterial {
  readonly plaintext: string
  /** The part of the key that may be displayed and stored. */
  readonly start: string
}

/** Builds a key from random bytes: `<prefix>_<body><checksum>`, or `<body><checksum>` without a prefix. */
export function mintKeyMaterial(input: {
  readonly prefix?: string | undefined
  readonly bytes: Uint8Array
}): KeyMaterial {
  const lead = input.prefix === undefined ? "" : `${input.prefix}_`
  const body = encodeBase58(input.bytes)
  const unchecked = lead + body
  return { plaintext: unchecked + checksumOf(unchecked), start: lead + body.slice(0, shownLength) }
}

/** For secret scanners only. Verification never depends on the checksum, because imported keys have other formats. */
export function hasValidChecksum(plaintext: string): boolean {
  if (plaintext.length <= checksumLength || !isPrintableAscii.test(plaintext)) return false
  const unchecked = plaintext.slice(0, -checksumLength)
  return plaintext === unchecked + checksumOf(unchecked)
}

/** Splits `<prefix>_<short token>_<long token>`. The prefix may contain underscores. */
export function splitPrefixedKey(
  plaintext: string,
): { readonly longToken: string; readonly start: string } | undefined {
  const parts = plaintext.split("_")
  const longToken = parts.at(-1)
  if (longToken === undefined || parts.length < 3) return undefined
  const lead = `${parts.slice(0, -2).join("_")}_`
  return { longToken, start: startAfter(lead, plaintext) }
}

const shownLength = 4

/** Counts code points, because half a surrogate pair cannot be stored. */
function startAfter(lead: string, plaintext: string): string {
  const rest = plaintext.slice(lead.length, lead.length + shownLength * 2)
  return lead + Array.from(rest).slice(0, shownLength).join("")
}

const checksumLength = 6
const isPrintableAscii = /^[\x21-\x7e]+$/
const base62Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const encoder = new TextEncoder()

function checksumOf(text: string): string {
  let rest = crc32(encoder.encode(text))
  let checksum = ""
  for (let digit = 0; digit < checksumLength; digit += 1) {
    checksum = base62Alphabet.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}
