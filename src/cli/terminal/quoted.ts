/** An argument for a line to paste: single quotes keep every shell from looking inside. */
export function quoted(text: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
