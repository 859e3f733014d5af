/** JSON for people to read and copy: characters that change the direction of text or are not printed are escaped. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(/[\p{Cf}\u2028\u2029]/gu, escaped)
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`
  }).join("")
}
