import { pageHeaders } from "../page-headers.ts"

export const shellHeaders = { ...pageHeaders, Vary: "Accept, Accept-Encoding, Cookie" }

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
