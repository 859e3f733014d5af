/** Whether an `Accept` header prefers HTML to JSON, as those of browsers do. Ranges with `*` do not count. */
export function prefersHtml(accept: string | null): boolean {
  const html = qualityOf(accept, "text/html")
  return html > 0 && html >= qualityOf(accept, "application/json")
}

function qualityOf(accept: string | null, mediaType: string): number {
  for (const range of (accept ?? "").split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    if (type !== mediaType) continue
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
    return quality === undefined ? 1 : Number(quality) || 0
  }
  return 0
}
