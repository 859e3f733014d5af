const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const checksumLength = 6

export interface KeyForm {
  /** With its underscore. */
  readonly prefix: string
  readonly byteLength: number
  readonly isChecksumRight: boolean
}

/** Takes a key apart as docs/contract.md#71-format describes it, without any of the code that makes keys. */
export function readKey(key: string): KeyForm {
  const unchecked = key.slice(0, -checksumLength)
  const prefix = unchecked.slice(0, unchecked.lastIndexOf("_") + 1)
  const checksum = toBase62(Bun.hash.crc32(unchecked)).padStart(checksumLength, "0")
  return {
    prefix,
    byteLength: countBytes(unchecked.slice(prefix.length)),
    isChecksumRight: key.slice(-checksumLength) === checksum,
  }
}

function countBytes(body: string): number {
  const zeros = /^1*/.exec(body)?.[0].length ?? 0
  let value = 0n
  for (const character of body) {
    const digit = base58.indexOf(character)
    if (digit < 0) throw new Error(`${JSON.stringify(character)} is no digit of base58`)
    value = value * 58n + BigInt(digit)
  }
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(2).length / 8))
}

function toBase62(number: number): string {
  const rest = Math.floor(number / 62)
  return (rest > 0 ? toBase62(rest) : "") + base62.charAt(number % 62)
}
