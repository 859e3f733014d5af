/** SHA-256 of the UTF-8 text, in base64. Browsers have one of their own, but not on pages without TLS. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text))
  const state = new Uint32Array(initial)
  for (let at = 0; at < bytes.byteLength; at += 64) addBlock(state, new DataView(bytes.buffer, at, 64))
  const hash = [...state].flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
  return btoa(String.fromCharCode(...hash))
}

const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) =>
    number > 1 && !Array.from({ length: number - 2 }, (_, less) => less + 2).some((less) => number % less === 0),
)
/** The first 32 bits of the fraction. */
const fractionOf = (root: number) => (root % 1) * 2 ** 32
const initial = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)))
const constants = Uint32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)))

/** Whole blocks of 64 bytes: the text, a bit, zeros and the number of bits. */
function padded(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64)
  bytes.set(text)
  bytes[text.length] = 0x80
  new DataView(bytes.buffer).setUint32(bytes.length - 4, text.length * 8)
  return bytes
}

function addBlock(state: Uint32Array, block: DataView): void {
  const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))
  const words = new Uint32Array(64)
  const word = (at: number) => words[at] ?? 0
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)]
    const mixed = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const mixedLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[at] = at < 16 ? block.getUint32(at * 4) : word(at - 16) + mixed + word(at - 7) + mixedLate
    const chosen =
      h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + word(at)
    const most = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(chosen + most) | 0, a, b, c, (d + chosen) | 0, e, f, g]
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + value
}
