import type { ImportSummary, Refusal } from "../../transfer/report.ts"
import { kindCounts } from "./kind-counts.ts"

/** The source of an object: a line of a file, or a row of a table. */
type Place = "line" | "row"

export function refusalText({ line, noun, id, reason }: Refusal, place: Place): string {
  return `${place} ${line}: ${noun}${id === undefined ? "" : ` ${id}`} refused: ${reason}.`
}

interface TextOptions {
  readonly isDryRun: boolean
  readonly place: Place
}

interface JsonOptions {
  readonly isDryRun: boolean
  readonly refusals: readonly Refusal[]
}

export function importJson(
  { imported, unchanged, skipped }: ImportSummary,
  { isDryRun, refusals }: JsonOptions,
): string {
  const [made, known, omitted] = [imported, unchanged, skipped].map((counts) => Object.fromEntries(counts))
  return JSON.stringify({ isDryRun, imported: made, there: known, leftOut: omitted, refusals })
}

export function importText(
  { imported, unchanged, skipped, refused }: ImportSummary,
  { isDryRun, place }: TextOptions,
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
