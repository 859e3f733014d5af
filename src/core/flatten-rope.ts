/**
 * Joins texts into one piece of memory. A template or `+` gives a rope, which keeps its parts until its characters are
 * read, and stays a rope as part of a longer text; so a text that is kept for long is made like this.
 */
export function flattenRope(...parts: readonly (string | number | boolean)[]): string {
  return parts.join("")
}
