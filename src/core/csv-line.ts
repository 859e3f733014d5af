/**
 * One line of RFC 4180. Spreadsheets run text that begins like a formula, so such text gets an apostrophe before it.
 * Numbers stay as they are.
 */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return values.map((value) => (typeof value === "number" ? String(value) : cell(value ?? ""))).join(",")
}

function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text)
  return isFormula || /[",\r\n]/.test(text) ? `"${isFormula ? "'" : ""}${text.replaceAll('"', '""')}"` : text
}
