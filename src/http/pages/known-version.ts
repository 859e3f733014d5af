/** Whether the client has the version with this tag already. */
export function isKnownVersion({ headers }: Request, etag: string | undefined): boolean {
  const known = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim())
  return known.includes("*") || (etag !== undefined && known.includes(etag))
}
