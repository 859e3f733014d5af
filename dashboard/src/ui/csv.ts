/** A table as CSV. Programs for tables run cells that begin like a formula, so these get an apostrophe before. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(text) ? `"${safe.replaceAll('"', '""')}"` : text
}

/** Saves a text as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
