export function instant(millis: number): string {
  return new Date(millis).toISOString()
}

const shownAtMost = 5

/** The first few of a list, because a list may have hundreds of entries. */
export function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, shownAtMost).join(", ")
  return texts.length > shownAtMost ? `${shown} and ${texts.length - shownAtMost} more` : shown
}
