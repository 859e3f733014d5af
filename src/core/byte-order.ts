/**
 * Compares text by its UTF-8 bytes, as both storage engines do. Plain `<` compares UTF-16 units, which puts U+10000
 * before U+E000.
 */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(one.charCodeAt(index)) - rank(other.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** Surrogates encode the characters above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
