/** Bitcoin's alphabet in byte order, so that padded numbers sort the same as text and as numbers. */
export const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** The number of values that five digits can express. */
export const fiveDigits = 58 ** 5
const threeDigits = 58 ** 3
const wordSize = 2 ** 32

/** Encodes bytes as one big-endian number, with one `1` for each leading zero byte. */
export function encodeBase58(bytes: Uint8Array): string {
  const firstUsed = bytes.findIndex((byte) => byte !== 0)
  if (firstUsed === -1) return "1".repeat(bytes.length)
  const digits = fiveDigitGroupsOf(bytes).reduceRight(appendFiveDigits, "")
  return "1".repeat(firstUsed) + digits.replace(/^1+/, "")
}

const decoder = new TextDecoder()

/** Encodes 16 bytes as one big-endian number, left-padded with `1` to 22 characters. */
export function encodeUint128(value: DataView): string {
  // Every request needs an id, so this divides four numbers instead of an array or a BigInt.
  let first = value.getUint32(0)
  let second = value.getUint32(4)
  let third = value.getUint32(8)
  let fourth = value.getUint32(12)
  const digits = new Uint8Array(22)
  for (let index = 19; index > 0; index -= 3) {
    const quotient = Math.floor(first / threeDigits)
    const toSecond = (first - quotient * threeDigits) * wordSize + second
    first = quotient
    second = Math.floor(toSecond / threeDigits)
    const toThird = (toSecond - second * threeDigits) * wordSize + third
    third = Math.floor(toThird / threeDigits)
    const toFourth = (toThird - third * threeDigits) * wordSize + fourth
    fourth = Math.floor(toFourth / threeDigits)
    // `| 0` keeps the digits small integers, which halves the time.
    const chunk = (toFourth - fourth * threeDigits) | 0
    const upperTwo = (chunk / 58) | 0
    const upperOne = (upperTwo / 58) | 0
    digits[index] = base58Alphabet.charCodeAt(upperOne)
    digits[index + 1] = base58Alphabet.charCodeAt(upperTwo - upperOne * 58)
    digits[index + 2] = base58Alphabet.charCodeAt(chunk - upperTwo * 58)
  }
  digits[0] = base58Alphabet.charCodeAt(fourth)
  return decoder.decode(digits)
}

/** The number in base 58^5, least significant group first: one pass takes two bytes and yields five digits. */
function fiveDigitGroupsOf(bytes: Uint8Array): number[] {
  const groups: number[] = []
  for (let place = bytes.length % 2 === 0 ? 1 : 0; place < bytes.length; place += 2) {
    let carry = (bytes[place - 1] ?? 0) * 256 + (bytes[place] ?? 0)
    for (let index = 0; index < groups.length; index += 1) {
      const sum = (groups[index] ?? 0) * 65_536 + carry
      carry = Math.floor(sum / fiveDigits)
      groups[index] = sum - carry * fiveDigits
    }
    if (carry > 0) groups.push(carry)
  }
  return groups
}

const pairs = Array.from({ length: 58 ** 2 }, (_, number) => {
  return base58Alphabet.charAt(Math.floor(number / 58)) + base58Alphabet.charAt(number % 58)
})

/** Appends a number below 58^5, left-padded with `1`. */
export function appendFiveDigits(head: string, number: number): string {
  const upperFour = (number / 58) | 0
  const upperTwo = (upperFour / 3364) | 0
  const last = base58Alphabet.charAt(number - upperFour * 58)
  return `${head}${pairs[upperTwo]}${pairs[upperFour - upperTwo * 3364]}${last}`
}

export function decodeFiveDigits(text: string): number {
  return [...text].reduce((number, digit) => number * 58 + base58Alphabet.indexOf(digit), 0)
}
