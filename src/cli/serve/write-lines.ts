/** A pipe takes this many bytes in one piece, even if several processes write to it. */
const pieceLength = 4_096

/** Writes lines in pieces, so that lines of several processes on one pipe do not mix. */
export function writeWholeLines(lines: string, write: (piece: string) => void): void {
  let start = 0
  while (start < lines.length) {
    const end = endOfPiece(lines, start)
    write(lines.slice(start, end))
    start = end
  }
}

/** The end of the last line that fits, or of the first line if it is too long. */
function endOfPiece(lines: string, start: number): number {
  if (lines.length - start <= pieceLength) return lines.length
  const last = lines.lastIndexOf("\n", start + pieceLength - 1)
  const end = last >= start ? last : lines.indexOf("\n", start)
  return end === -1 ? lines.length : end + 1
}
