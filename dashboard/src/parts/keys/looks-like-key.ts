/** Text that may be a whole key: it must not reach the address, and nothing may keep it. */
export function looksLikeKey(text: string): boolean {
  return text.length >= 20 && !/\s/.test(text)
}
