/** Order of well-formed texts by their UTF-8 bytes, which is the order of their code points. */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(one.charCodeAt(index)) - rank(other.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** UTF-16 puts the surrogates of the characters beyond U+FFFF before U+E000–U+FFFF; UTF-8 puts them behind. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x10000 : unit
}
