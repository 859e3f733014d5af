const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Tells whether arrays and objects of a JSON text nest deeper than so many levels, without parsing it. */
export function exceedsDepth(text: string, levels: number): boolean {
  // Each level needs two brackets, or the text is no JSON.
  if (text.length <= 2 * levels) return false
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = endOfString(text, index)
    } else if (code === openBracket || code === openBrace) {
      depth += 1
      if (depth > levels) return true
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1
    }
  }
  return false
}

/** The index of the closing quote, or the text's end if it is missing. */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1
  }
  return index
}
