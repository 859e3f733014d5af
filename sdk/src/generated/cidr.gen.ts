// Written by `npm run gen` from src/contract/cidr.ts. Do not edit.

/** Returns canonical CIDR text with the host bits cleared, or undefined for anything but a network or an address. */
export function parseNetwork(text: string): string | undefined {
  const network = readNetwork(text)
  return network && writeNetwork(network)
}

export function isIpAddress(text: string): boolean {
  return readAddress(text) !== undefined
}

export function networkContains(canonicalNetwork: string, address: string): boolean {
  const network = readNetwork(canonicalNetwork)
  const groups = readAddress(address)
  return network !== undefined && groups !== undefined && containsGroups(network, groups)
}

/** Parsed networks; null allows every address. */
export type AllowList = readonly Network[] | null

/** Parses a stored list once, for many comparisons. An empty list allows every address. */
export function parseAllowList(canonicalNetworks: readonly string[]): AllowList {
  if (canonicalNetworks.length === 0) return null
  return canonicalNetworks.map(readNetwork).filter((network) => network !== undefined)
}

/** The canonical texts of a parsed list. */
export function writeAllowList(list: NonNullable<AllowList>): readonly string[] {
  return list.map(writeNetwork)
}

/** A list that is not null requires an address in one of its networks. */
export function isAllowedByList(list: AllowList, ip: string | undefined): boolean {
  if (list === null) return true
  const groups = ip === undefined ? undefined : readAddress(ip)
  return groups !== undefined && list.some((network) => containsGroups(network, groups))
}

/** Eight groups of 16 bits. An IPv4 address is stored in its mapped form `::ffff:a.b.c.d`. */
type Groups = readonly number[]

interface Network {
  readonly groups: Groups
  /** Counted out of 128: an IPv4 /8 has 104. */
  readonly prefixBits: number
}

const mappedBits = 96
const mappedLead: Groups = [0, 0, 0, 0, 0, 0xffff]

function containsGroups(network: Network, groups: Groups): boolean {
  // An IPv4 address is in no IPv6 network, not even in ::/0, although its mapped form would match.
  if (isIpv4(network) !== isIpv4({ groups, prefixBits: 128 })) return false
  const masked = clearHostBits(groups, network.prefixBits)
  return network.groups.every((group, index) => group === masked[index])
}

function isIpv4({ groups, prefixBits }: Network): boolean {
  return prefixBits >= mappedBits && mappedLead.every((group, index) => group === groups[index])
}

function readNetwork(text: string): Network | undefined {
  const [addressText = "", bitsText, ...rest] = text.split("/")
  const groups = readAddress(addressText)
  if (groups === undefined || rest.length > 0) return undefined
  const skippedBits = addressText.includes(":") ? 0 : mappedBits
  const prefixBits = bitsText === undefined ? 128 : skippedBits + readDecimal(bitsText)
  if (Number.isNaN(prefixBits) || prefixBits > 128) return undefined
  return { groups: clearHostBits(groups, prefixBits), prefixBits }
}

function clearHostBits(groups: Groups, prefixBits: number): Groups {
  return groups.map((group, index) => {
    const hostBits = Math.min(16, Math.max(0, 16 * (index + 1) - prefixBits))
    return (group >> hostBits) << hostBits
  })
}

export function readAddress(text: string): Groups | undefined {
  if (text.includes(":")) return readIpv6(text)
  const tail = readIpv4(text)
  return tail && [...mappedLead, ...tail]
}

function readIpv4(text: string): Groups | undefined {
  const octets = text.split(".").map(readDecimal)
  const [first, second, third, fourth] = octets
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return undefined
  if (octets.length !== 4 || !octets.every((octet) => octet <= 255)) return undefined
  return [first * 256 + second, third * 256 + fourth]
}

/** Accepts up to three digits. Leading zeros give NaN, because some parsers read them as octal. */
function readDecimal(text: string): number {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : Number.NaN
}

function readIpv6(text: string): Groups | undefined {
  const [left = "", right, ...rest] = text.split("::")
  // Dotted octets are allowed only at the end of an address, so never before "::".
  if (rest.length > 0 || (right !== undefined && left.includes("."))) return undefined
  const head = readGroups(left)
  const tail = readGroups(right ?? "")
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (right === undefined) return missing === 0 ? head : undefined
  return missing > 0 ? [...head, ...Array<number>(missing).fill(0), ...tail] : undefined
}

function readGroups(text: string): Groups | undefined {
  if (text === "") return []
  const parts = text.split(":")
  const dotted = parts.at(-1)?.includes(".") ? readIpv4(parts.pop() ?? "") : []
  if (dotted === undefined || !parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined
  return [...parts.map((part) => Number.parseInt(part, 16)), ...dotted]
}

function writeNetwork(network: Network): string {
  const { groups, prefixBits } = network
  if (!isIpv4(network)) return `${writeIpv6(groups)}/${prefixBits}`
  const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
  return `${octets.join(".")}/${prefixBits - mappedBits}`
}

/** RFC 5952: lower case, no leading zeros, and `::` for the first longest run of at least two zero groups. */
function writeIpv6(groups: Groups): string {
  const run = longestZeroRun(groups)
  if (run.length < 2) return writeGroups(groups)
  return `${writeGroups(groups.slice(0, run.start))}::${writeGroups(groups.slice(run.start + run.length))}`
}

function longestZeroRun(groups: Groups): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 }
  let length = 0
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0
    if (length > longest.length) longest = { start: index - length + 1, length }
  }
  return longest
}

function writeGroups(groups: Groups): string {
  return groups.map((group) => group.toString(16)).join(":")
}
