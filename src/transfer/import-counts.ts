import type { BatchResult, ImportSummary, Refusal } from "./report.ts"

/** Adds up the results of all batches. */
export interface ImportCounts {
  add(kind: string, result: BatchResult): void
  skip(kind: string, count: number): void
  result(): ImportSummary
}

export function createImportCounts(refuse: (refusal: Refusal) => void): ImportCounts {
  const imported = new Map<string, number>()
  const unchanged = new Map<string, number>()
  const skipped = new Map<string, number>()
  let refused = 0
  return {
    add(kind, result) {
      count(imported, kind, result.imported)
      count(unchanged, kind, result.unchanged)
      refused += result.refused.length
      for (const refusal of result.refused.toSorted((one, other) => one.line - other.line)) refuse(refusal)
    },
    skip: (kind, lines) => count(skipped, kind, lines),
    result: () => ({ imported, unchanged, skipped, refused }),
  }
}

function count(counts: Map<string, number>, kind: string, more: number): void {
  if (more > 0) counts.set(kind, (counts.get(kind) ?? 0) + more)
}
