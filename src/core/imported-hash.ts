/** Converts a submitted SHA-256, hex or padded base64, to the padded base64 that storage uses. */
export function storedHash(submitted: string): string {
  if (submitted.length !== hexLength) return submitted
  let text = ""
  // Three hex digits are two characters of base64. The last digit is one, and one is padding.
  for (let place = 0; place < hexLength - 1; place += 3) text += pairs[digitsAt(submitted, place, 3)]
  return `${text}${alphabet[digitsAt(submitted, hexLength - 1, 1) << 2]}=`
}

const hexLength = 64
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
/** Tables, because an import converts thousands of hashes. */
const pairs = Array.from({ length: 4096 }, (_, number) => `${alphabet[number >> 6]}${alphabet[number & 63]}`)
const digits = new Map([..."0123456789abcdefABCDEF"].map((digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)]))
const digitOfCode = Uint8Array.from({ length: 128 }, (_, code) => digits.get(code) ?? 0)

function digitsAt(hex: string, place: number, count: number): number {
  let number = 0
  for (let index = place; index < place + count; index += 1) {
    number = number * 16 + (digitOfCode[hex.charCodeAt(index)] ?? 0)
  }
  return number
}

/** Splits keys into those with a new hash and those whose hash is taken or repeated. Both keep their order. */
export function separateTaken<Key extends { readonly hash: string }>(keys: readonly Key[], taken: ReadonlySet<string>) {
  const unavailable = new Set(taken)
  const fresh: Key[] = []
  const failed: Key[] = []
  for (const key of keys) {
    const hash = storedHash(key.hash)
    if (unavailable.has(hash)) failed.push(key)
    else fresh.push(key)
    unavailable.add(hash)
  }
  return { fresh, failed }
}
