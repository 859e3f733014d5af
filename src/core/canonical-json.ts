/**
 * Writes equal JSON values as equal text, whatever the order of their fields. Unlike RFC 8785, it accepts any value that
 * a body can hold.
 */
export function canonicalJson(value: unknown): string {
  // JSON.stringify would write the Infinity of a parsed 1e400 as null.
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (typeof value !== "object") throw new TypeError(`A JSON value cannot hold a ${typeof value}.`)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
  return `{${fields.sort().join(",")}}`
}

/** The same, but pauses for other requests. Fits values of up to a megabyte whose parts two levels down are small. */
export async function canonicalJsonWithPauses(
  value: unknown,
  pauseIfDue: () => Promise<void> | undefined,
): Promise<string> {
  const write = async (part: unknown, levels: number): Promise<string> => {
    if (levels === 0 || typeof part !== "object" || part === null) return canonicalJson(part)
    const texts: string[] = []
    const isArray = Array.isArray(part)
    for (const [name, field] of Object.entries(part)) {
      const text = await write(field, levels - 1)
      texts.push(isArray ? text : `${JSON.stringify(name)}:${text}`)
      await pauseIfDue()
    }
    return isArray ? `[${texts.join(",")}]` : `{${texts.sort().join(",")}}`
  }
  return write(value, 2)
}
