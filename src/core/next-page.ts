/**
 * The whole address of the page that asked for a sign-in. Undefined unless it belongs to the origin, because anyone can make
 * a link that names one, and if it has more than `longest` characters.
 */
export function nextPage(next: string | null, origin: string, longest = Number.POSITIVE_INFINITY): string | undefined {
  if (next === null || !/^\/(?![/\\])/.test(next)) return undefined
  const url = URL.parse(next, origin)
  return url?.origin === origin && url.href.length <= longest ? url.href : undefined
}
