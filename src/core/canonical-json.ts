/** Writes a JSON value so that equal values give equal text, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  // Not JSON.stringify: it writes the Infinity that a parsed 1e400 becomes as null.
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value === "object" && value !== null) return `{${membersOf(value).join(",")}}`
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value)
  throw new TypeError(`A JSON value cannot hold a ${typeof value}.`)
}

/** Sorting whole members sorts them by name, since no two share one. */
function membersOf(value: object): string[] {
  const members: readonly (readonly [string, unknown])[] = Object.entries(value)
  return members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).sort()
}
