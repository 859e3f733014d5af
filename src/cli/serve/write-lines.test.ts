import { expect, test } from "bun:test"
import fc from "fast-check"
import { writeWholeLines } from "./write-lines.ts"

const piecesOf = (lines: string): readonly string[] => {
  const pieces: string[] = []
  writeWholeLines(lines, (piece) => pieces.push(piece))
  return pieces
}

test("whole lines are written, all of them, in pieces that a pipe takes at once", () => {
  const lines = fc.array(fc.integer({ min: 0, max: 3_000 }).map((length) => `${"x".repeat(length)}\n`))
  fc.assert(
    fc.property(lines, (all) => {
      const pieces = piecesOf(all.join(""))
      expect(pieces.join("")).toBe(all.join(""))
      for (const piece of pieces) expect(piece.endsWith("\n") && piece.length <= 4_096).toBe(true)
    }),
  )
})

test("a line that is too long for that is written alone", () => {
  const long = `${"x".repeat(10_000)}\n`
  expect(piecesOf(`short\n${long}short\n`)).toEqual(["short\n", long, "short\n"])
  expect(piecesOf("x".repeat(5_000))).toEqual(["x".repeat(5_000)])
})
