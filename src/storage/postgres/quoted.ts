/** Quotes a string for standard_conforming_strings, which the session enables. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
