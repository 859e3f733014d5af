/** Everything comes from this server, and no page of another site may show it in a frame or hold on to its window. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** A browser asks before each use whether the page has changed, because it names the assets of its version. */
export const shellHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy": policy,
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept, Accept-Encoding, Cookie",
}

/** The name of an asset contains a hash of its content. */
export function assetHeaders(name: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": mediaTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "same-origin",
    Vary: "Accept-Encoding",
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
}
