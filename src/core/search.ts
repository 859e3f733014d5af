/** A LIKE pattern, escaped with backslash, that finds the search text literally in lower-cased text. */
export function likePattern(search: string): string {
  // The contract ignores case for ASCII letters only, so toLowerCase() would change too much.
  const folded = search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return `%${folded.replace(/[\\%_]/g, "\\$&")}%`
}
