/**
 * Path and query of the URL that Bun gives. Its host is whatever the client wrote into a header, so all of it need not
 * be a URL, and where the host is garbage it is the path alone; parsing it would also cost more than looking it up.
 */
export function pathOf(url: string): string {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2)
  const end = url.indexOf("?", start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

export function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark))
}
