/** Whether the client has the version with this tag already. A proxy that compresses marks tags as weak. */
export function isKnownVersion({ headers }: Request, etag: string | undefined): boolean {
  const known = (headers.get("if-none-match") ?? "").split(",").map((tag) => opaquePart(tag.trim()))
  return known.includes("*") || (etag !== undefined && known.includes(opaquePart(etag)))
}

function opaquePart(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag
}
