import type { Outcome, Refusal, Tally } from "./report.ts"

/** Adds up what becomes of a file. */
export interface Tallying {
  add(kind: string, outcome: Outcome): void
  leaveOut(kind: string, count: number): void
  result(): Tally
}

export function createTally(refuse: (refusal: Refusal) => void): Tallying {
  const imported = new Map<string, number>()
  const there = new Map<string, number>()
  const leftOut = new Map<string, number>()
  let refused = 0
  return {
    add(kind, outcome) {
      count(imported, kind, outcome.imported)
      count(there, kind, outcome.there)
      refused += outcome.refused.length
      for (const refusal of outcome.refused.toSorted((one, other) => one.line - other.line)) refuse(refusal)
    },
    leaveOut: (kind, lines) => count(leftOut, kind, lines),
    result: () => ({ imported, there, leftOut, refused }),
  }
}

function count(counts: Map<string, number>, kind: string, more: number): void {
  if (more > 0) counts.set(kind, (counts.get(kind) ?? 0) + more)
}
