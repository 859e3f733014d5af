/** One line of RFC 4180. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return values.map((value) => quoted(String(value ?? ""))).join(",")
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
