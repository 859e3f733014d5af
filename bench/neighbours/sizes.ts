/** Values as large as the contract allows. */

export function longSlug(word: string, number: number): string {
  return `${word}.${String(number).padStart(6, "0")}.`.padEnd(128, "x")
}

/** Characters of three bytes each. */
export const longName = "€".repeat(512)

/** As many values as fit into 64 KiB. Small arrays cost the most to read and to write. */
export function densestMeta(): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, new Array(215).fill([])]))
}

export function fiftyRatelimits() {
  return Array.from({ length: 50 }, (_, index) => ({
    name: `limit ${index}`.padEnd(128, "x"),
    limit: 1_000_000_000,
    duration: 31_536_000_000,
    autoApply: true,
  }))
}

export function hundredNetworks(): string[] {
  return Array.from(
    { length: 100 },
    (_, index) => `2001:db8:1234:5678:9abc:def0:1234:${(0x1000 + index).toString(16)}/128`,
  )
}

/** A body of a megabyte with nothing but unknown fields. */
export function unknownMembers(): string {
  const members = Array.from({ length: 95_000 }, (_, index) => `"m${index}":0`)
  return `{${members.join(",")}}`
}

/** The megabyte that takes JSON.parse the longest. */
export function objectsOfOwnNames(): string {
  return `[${Array.from({ length: 80_000 }, (_, index) => `{"n${index}":0}`).join(",")}]`
}

/** Extends the start of a body with an array to one megabyte. */
export function endingInArray(beginning: string, entry: string): string {
  const count = Math.floor((1_048_000 - beginning.length) / (entry.length + 1))
  return `${beginning}[${new Array(count).fill(entry).join(",")}]}`
}
