/** CRC-32 of IEEE 802.3, as in zip and PNG, as an unsigned 32-bit number. */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff
  for (const byte of bytes) {
    remainder = (remainder >>> 8) ^ (table[(remainder ^ byte) & 0xff] ?? 0)
  }
  return (remainder ^ 0xffffffff) >>> 0
}

const reversedPolynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
  }
  return remainder
})
