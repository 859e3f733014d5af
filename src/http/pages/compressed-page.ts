import { createHash } from "node:crypto"
import { gunzipSync, gzipSync } from "bun"
import { qualityOf } from "../request/quality.ts"
import type { ResponseParts } from "../request/response.ts"
import { isKnownVersion } from "./known-version.ts"

/** A page that is the same for everybody. It is kept compressed, because a browser can always read that. */
export interface CompressedPage {
  readonly headers: Readonly<Record<string, string>>
  readonly gzip: Uint8Array<ArrayBuffer>
}

export function compress({ headers, body }: ResponseParts): CompressedPage {
  const gzip = gzipSync(body)
  const etag = `W/"${createHash("sha256").update(gzip).digest("base64url").slice(0, 22)}"`
  const vary = headers?.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`
  return { headers: { ...headers, ETag: etag, Vary: vary }, gzip }
}

/** The page in an encoding that the client can read, or 304 if it has this version. */
export function compressedResponse(request: Request, { headers, gzip }: CompressedPage): ResponseParts {
  if (isKnownVersion(request, headers.ETag)) return { status: 304, headers, body: "" }
  const readsGzip = (qualityOf(request.headers.get("accept-encoding"), "gzip") ?? 0) > 0
  if (!readsGzip) return { status: 200, headers, body: gunzipSync(gzip) }
  return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: gzip }
}
