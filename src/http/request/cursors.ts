import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

/** Converts list positions to opaque cursors. A cursor is valid only for the operation that issued it. */
export interface Cursors {
  seal(operation: string, position: string): string
  /** Returns undefined unless `seal` made the cursor for this operation. */
  open(operation: string, cursor: string): string | undefined
}

const markLength = 9

export function createCursors(installationSecret: Uint8Array): Cursors {
  const secret = Buffer.from(hkdfSync("sha256", installationSecret, "", "keyward cursor", 32))
  const markOf = (operation: string, position: string) =>
    createHmac("sha256", secret).update(`${operation}\n${position}`).digest().subarray(0, markLength)
  return {
    seal: (operation, position) =>
      Buffer.concat([markOf(operation, position), Buffer.from(position)]).toString("base64url"),

    open(operation, cursor) {
      const bytes = Buffer.from(cursor, "base64url")
      if (bytes.length <= markLength || bytes.toString("base64url") !== cursor) return undefined
      const position = bytes.subarray(markLength).toString("utf8")
      return timingSafeEqual(bytes.subarray(0, markLength), markOf(operation, position)) ? position : undefined
    },
  }
}
