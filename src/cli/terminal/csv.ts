import { csvLine } from "../../core/csv-line.ts"
import { printable } from "../../core/printable.ts"
import type { Output } from "./output.ts"

/**
 * Writes lines of CSV. A terminal would obey control characters, which others choose, so it gets them escaped as a table
 * has them. A file or a pipe gets the data as it is.
 */
export function csvOn({ isTerminal }: Pick<Output, "isTerminal">): typeof csvLine {
  if (!isTerminal) return csvLine
  return (values) => csvLine(values.map((value) => (typeof value === "string" ? printable(value) : value)))
}

/** For the help of every command that has `--csv`. */
export const csvHelp =
  "Text that begins like a formula gets an apostrophe. A terminal shows control characters escaped; a file or a pipe gets them as they are."
