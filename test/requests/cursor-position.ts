/** What a cursor says to its holder: the position behind the mark that seals it. */
export function positionIn(cursor: string): string {
  return Buffer.from(cursor, "base64url").subarray(markLength).toString("utf8")
}

/** As in src/http/request/cursors.ts. */
const markLength = 9
