/** Everything comes from this server, and no page of another site may show it in a frame or hold on to its window. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ")

/** With the origins of the pages that may show it in a frame. */
export function policyFor(frameAncestors: readonly string[]): string {
  return `${policy}; frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ")}`
}

/** The headers of every page. A browser asks before each use whether the page has changed, because it names assets of its version. */
export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy": policyFor([]),
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
}
