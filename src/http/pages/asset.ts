import { createHash } from "node:crypto"
import type { Page } from "../server/routes.ts"
import { isKnownVersion } from "./known-version.ts"

export interface Asset {
  readonly page: Page
  /** The address with the version of the content, which browsers may keep forever. */
  readonly href: string
}

/** A style sheet or a script of the program. Without its version, browsers ask before each use whether it has changed. */
export function asset(path: string, body: string): Asset {
  const version = createHash("sha256").update(body).digest("base64url").slice(0, 12)
  const etag = `"${version}"`
  const always = { ETag: etag, "Cross-Origin-Resource-Policy": "same-origin" }
  const headers = { ...always, "Content-Type": `${mediaTypeOf(path)}; charset=utf-8` }
  const page: Page = {
    name: "asset",
    path,
    async serve(request) {
      // A node of another version may get the request during an upgrade.
      const isThisVersion = request.url.endsWith(`?v=${version}`)
      const caching = isThisVersion ? "public, max-age=31536000, immutable" : "no-cache"
      if (isKnownVersion(request, etag)) {
        return { status: 304, headers: { ...always, "Cache-Control": caching }, body: "" }
      }
      return { status: 200, headers: { ...headers, "Cache-Control": caching }, body }
    },
  }
  return { page, href: `${path}?v=${version}` }
}

function mediaTypeOf(path: string): string {
  return path.endsWith(".css") ? "text/css" : "text/javascript"
}
