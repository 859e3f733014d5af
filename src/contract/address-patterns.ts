/** JSON Schema patterns that accept exactly the addresses and networks that cidr.ts parses. */

const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
const ipv4 = `(?:${octet}\\.){3}${octet}`
const group = "[0-9A-Fa-f]{1,4}"
const ipv6 = [`(?:${group}:){7}${group}`, `(?:${group}:){6}${ipv4}`, ...shortened()].join("|")

export const addressPattern = `^(?:${ipv4}|${ipv6})$`
export const networkPattern = `^(?:(?:${ipv4})(?:/(?:3[0-2]|[12]?[0-9]))?|(?:${ipv6})(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)$`

/** `::` replaces at least one group, so at most seven groups are written. Dotted octets at the end count as two. */
function shortened(): readonly string[] {
  return Array.from({ length: 8 }, (_, before) => {
    const head = before === 0 ? "" : `${group}(?::${group}){${before - 1}}`
    const room = 7 - before
    const groups = room === 0 ? "" : `(?:${group}(?::${group}){0,${room - 1}})?`
    const dotted = room < 2 ? [] : [`${head}::(?:${group}:){0,${room - 2}}${ipv4}`]
    return [...dotted, `${head}::${groups}`]
  }).flat()
}
