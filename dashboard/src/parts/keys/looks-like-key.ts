import { wholeKeyIn, withoutKey } from "../../../../src/core/sought-key.ts"

/** Text that may hold a whole key, or most of one: it must not reach the address, and nothing may keep it. */
export function looksLikeKey(text: string): boolean {
  return wholeKeyIn(text) !== undefined || withoutKey(text) !== text.trim()
}
