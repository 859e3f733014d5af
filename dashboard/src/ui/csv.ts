import { csvLine } from "../../../src/core/csv-line.ts"

/** A table as CSV. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${csvLine(row)}\r\n`).join("")
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
