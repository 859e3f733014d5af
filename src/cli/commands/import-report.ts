import type { ImportSummary, Refusal } from "../../transfer/report.ts"
import { kindCounts } from "./kind-counts.ts"

/** What is counted: lines of a file, or rows of a table. */
type Place = "line" | "row"

export function tellRefusal({ line, noun, id, reason }: Refusal, place: Place): string {
  return `${place} ${line}: ${noun}${id === undefined ? "" : ` ${id}`} refused: ${reason}.`
}

interface Telling {
  readonly isDryRun: boolean
  readonly place: Place
}

interface Listing {
  readonly isDryRun: boolean
  readonly refusals: readonly Refusal[]
}

export function importJson({ imported, unchanged, skipped }: ImportSummary, { isDryRun, refusals }: Listing): string {
  const [made, known, omitted] = [imported, unchanged, skipped].map((counts) => Object.fromEntries(counts))
  return JSON.stringify({ isDryRun, imported: made, there: known, leftOut: omitted, refusals })
}

export function tellImport(
  { imported, unchanged, skipped, refused }: ImportSummary,
  { isDryRun, place }: Telling,
): string {
  const lines = [
    `${isDryRun ? "Would be imported" : "Imported"}: ${kindCounts(imported)}.`,
    ...(unchanged.size === 0 ? [] : [`Already there: ${kindCounts(unchanged)}.`]),
    ...(skipped.size === 0 ? [] : [`Left out: ${kindCounts(skipped)}. \`keyward import --help\` explains why.`]),
    ...(refused === 0
      ? []
      : [`Refused: ${refused.toLocaleString("en")} ${place}${refused === 1 ? "" : "s"}, see above.`]),
    ...(isDryRun ? ["Nothing was changed."] : []),
  ]
  return lines.join("\n")
}
