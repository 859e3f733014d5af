/**
 * Joins texts into one flat string. Templates and `+` build a rope, which retains its parts until its characters are
 * read. Use this for text that lives long.
 */
export function flattenRope(...parts: readonly (string | number | boolean)[]): string {
  return parts.join("")
}
