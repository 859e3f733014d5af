/** The anchor that GitHub gives a heading, so that a link works there and here. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-")
}

/** A repeated heading gets a number. */
export function uniqueAnchors(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const anchor = anchorOf(text)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}
