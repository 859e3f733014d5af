/**
 * A text in one piece. What a template or `+` gives keeps its parts in memory until somebody needs the characters, and
 * as a part of a longer text it is never put together at all; so whatever is kept for long is better made like this.
 */
export function flatText(...parts: readonly (string | number | boolean)[]): string {
  return parts.join("")
}
