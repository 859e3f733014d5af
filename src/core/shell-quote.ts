/** A text as one word of a POSIX shell. The reference sends the text of this function to browsers. */
export function shellQuote(text: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
