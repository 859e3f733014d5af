/** How much a header such as `Accept` wants a value: 0 to 1, or undefined if the header does not name it. */
export function qualityOf(header: string | null, value: string): number | undefined {
  for (const entry of (header ?? "").split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
    if (name !== value) continue
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
    return quality === undefined ? 1 : Number(quality) || 0
  }
  return undefined
}
