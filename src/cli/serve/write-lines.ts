/** What a pipe takes in one piece, whoever else writes to it. */
const pieceLength = 4_096

/** Writes lines so that those of several processes on one pipe do not break into each other. */
export function writeWholeLines(lines: string, write: (piece: string) => void): void {
  let start = 0
  while (start < lines.length) {
    const end = endOfPiece(lines, start)
    write(lines.slice(start, end))
    start = end
  }
}

/** After the last line that still fits; after the first one where even that is too long. */
function endOfPiece(lines: string, start: number): number {
  if (lines.length - start <= pieceLength) return lines.length
  const last = lines.lastIndexOf("\n", start + pieceLength - 1)
  const end = last >= start ? last : lines.indexOf("\n", start)
  return end === -1 ? lines.length : end + 1
}
