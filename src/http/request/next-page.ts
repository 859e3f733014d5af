/** With a longer address, the cookie of a sign-in would be too long for browsers. */
const longest = 1_000

/**
 * The whole address of the page that asked for a sign-in. Undefined unless it belongs to the public origin, because anyone
 * can make a link that names one.
 */
export function nextPage(next: string | null, publicOrigin: string): string | undefined {
  if (next === null || !/^\/(?![/\\])/.test(next)) return undefined
  const url = URL.parse(next, publicOrigin)
  return url?.origin === publicOrigin && url.href.length <= longest ? url.href : undefined
}
