const prime = 0x100000001b3n
const start = 0xcbf29ce484222325n

/** FNV-1a with 64 bits. It finds accidental differences; someone who wants the same checksum can have it. */
export function checksumOf(text: string): string {
  let sum = start
  for (const byte of new TextEncoder().encode(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * prime)
  return sum.toString(36)
}
