const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Whether arrays and objects of a JSON text nest deeper than `levels`. Does not parse the text. */
export function exceedsDepth(text: string, levels: number): boolean {
  // Each level needs two brackets in valid JSON.
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

/** The index of the closing quote, or the end of the text if the quote is missing. */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1
  }
  return index
}
