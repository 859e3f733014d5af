import { qualityOf } from "./quality.ts"

export type Encoding = "br" | "gzip" | "identity"

/** Smallest result first. */
const known = ["br", "gzip", "identity"] as const

/** The encoding that a client wants most, and of several the one with the smallest result. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  let chosen: Encoding = "identity"
  let best = 0
  for (const encoding of known) {
    const quality = wishFor(encoding, acceptEncoding)
    if (quality > best) [chosen, best] = [encoding, quality]
  }
  return chosen
}

/** An encoding that a client does not name is unwanted, but plain content is always a last resort. */
function wishFor(encoding: Encoding, acceptEncoding: string | null): number {
  const named = qualityOf(acceptEncoding, encoding) ?? qualityOf(acceptEncoding, "*")
  return named ?? (encoding === "identity" ? leastQuality : 0)
}

/** Below every quality that a header can name. */
const leastQuality = 0.0001
