/** High enough to be seen, with the gap of one pixel to the part below. */
const seenPx = 2

/**
 * The height of each part of a stacked bar, in pixels. Their sum is the height of the bar. A part that would be too
 * small to see borrows from the taller ones, as long as the bar has room for all parts.
 */
export function stackHeights(counts: readonly number[], barPx: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count / total) * barPx)
  if (barPx < seenPx * counts.filter((count) => count > 0).length) return exact
  const isSmall = (px: number) => px > 0 && px < seenPx
  const missing = exact.reduce((sum, px) => sum + (isSmall(px) ? seenPx - px : 0), 0)
  // What a part has beyond the smallest height that is seen, it can lend.
  const lent = exact.reduce((sum, px) => sum + Math.max(0, px - seenPx), 0)
  return exact.map((px) => (isSmall(px) ? seenPx : px - (lent === 0 ? 0 : (Math.max(0, px - seenPx) / lent) * missing)))
}
