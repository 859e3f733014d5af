/**
 * The path of a URL from Bun. A URL parser would fail on an invalid Host header, and would be slower. If the host is
 * invalid, Bun gives only the path.
 */
export function pathOf(url: string): string {
  const start = startOfPath(url)
  const end = url.indexOf("?", start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** Path and query, as the client has sent them. */
export function targetOf(url: string): string {
  return url.slice(startOfPath(url))
}

export function queryOf(url: string): URLSearchParams {
  // A question mark at the beginning of the text belongs to the query.
  return new URLSearchParams(`?${queryTextOf(url)}`)
}

/** Without its question mark. */
export function queryTextOf(url: string): string {
  const mark = url.indexOf("?")
  return mark < 0 ? "" : url.slice(mark + 1)
}

function startOfPath(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2)
}
