/** A LIKE pattern, with backslash as its escape, that finds the search text literally in lower-cased text. */
export function likePattern(search: string): string {
  // Not toLowerCase() on the whole text: the contract lets only ASCII letters compare without regard to case.
  const folded = search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return `%${folded.replace(/[\\%_]/g, "\\$&")}%`
}
