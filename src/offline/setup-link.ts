import type { Config } from "../config.ts"
import { sha256 } from "../secrets/hash.ts"
import { withStore } from "./open-store.ts"

/** Opens the store of an installation that may be served, and gives the work a fresh token for a link. */
export function withNewToken<T>(
  config: Config,
  work: (opened: {
    readonly store: Parameters<Parameters<typeof withStore>[2]>[0]["store"]
    readonly token: { readonly plaintext: string; readonly hash: string }
    readonly now: number
  }) => Promise<T>,
): Promise<T> {
  const plaintext = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")
  // A running server caches neither users nor links.
  return withStore(config, "concurrent-write", ({ store }) =>
    work({ store, token: { plaintext, hash: sha256(plaintext) }, now: Date.now() }),
  )
}
