/** The candidate that a mistyped word most likely means, or undefined if none is similar. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, candidate.toLowerCase())
    if (distance < (best?.distance ?? tolerance(wanted))) best = { candidate, distance }
  }
  return best?.candidate
}

function tolerance(word: string): number {
  return Math.max(3, Math.floor(word.length / 2))
}

/** A prefix of the candidate counts as one error. Otherwise counts typing errors; a swap of neighbours is one. */
function distanceBetween(word: string, candidate: string): number {
  if (word.length >= 3 && candidate.startsWith(word)) return 1
  const rows: number[][] = [Array.from({ length: candidate.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= word.length; row++) {
    const distances = [row]
    rows.push(distances)
    for (let column = 1; column <= candidate.length; column++) {
      const replaced = at(row - 1, column - 1) + Number(word[row - 1] !== candidate[column - 1])
      const isSwap = word[row - 1] === candidate[column - 2] && word[row - 2] === candidate[column - 1]
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      distances.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped))
    }
  }
  return at(word.length, candidate.length)
}
