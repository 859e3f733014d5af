import { networkContains, readAddress } from "../contract/cidr.ts"

/**
 * Where webhooks may be sent. An endpoint is chosen by a tenant, so its address must not lead into the network of the
 * server: only public addresses, and those that the operator has opened.
 */

/** Networks of the IANA special-purpose registry that are not globally reachable, multicast, and reserved addresses. */
const specialIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]

/** All global unicast addresses. Within them, the registry names these. */
const globalIpv6 = "2000::/3"
const specialIpv6 = ["2001::/23", "2001:db8::/32", "3fff::/20"]

const nat64 = "64:ff9b::/96"
const sixToFour = "2002::/16"

/** Whether an address belongs to the public internet. An IPv4 address inside an IPv6 one decides. */
export function isPublicAddress(address: string): boolean {
  const groups = readAddress(address)
  if (groups === undefined) return false
  if (networkContains(nat64, address)) return isPublicAddress(ipv4Of(groups[6], groups[7]))
  if (networkContains(sixToFour, address)) return isPublicAddress(ipv4Of(groups[1], groups[2]))
  // A mapped address counts as the IPv4 address inside.
  if (networkContains("0.0.0.0/0", address)) return !specialIpv4.some((network) => networkContains(network, address))
  return networkContains(globalIpv6, address) && !specialIpv6.some((network) => networkContains(network, address))
}

function ipv4Of(high = 0, low = 0): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".")
}

export type Judgement =
  /** `isOpened`: the operator has opened it. */
  | { readonly type: "allowed"; readonly address: string; readonly isOpened: boolean }
  | { readonly type: "refused"; readonly error: string }

interface Judged {
  /** Of the URL: `https:` or `http:`. */
  readonly protocol: string
  /** Everything that the name resolves to. */
  readonly addresses: readonly string[]
  /** Networks that the operator has opened. */
  readonly allow: readonly string[]
}

/**
 * One address that may not be reached refuses all: the next answer may put it first. A name without an address is refused
 * with the same words, because the difference would tell which names exist inside the network of the server.
 */
export function judgeAddresses({ protocol, addresses, allow }: Judged): Judgement {
  const [address] = addresses
  const isOpened = (one: string) => allow.some((network) => networkContains(network, one))
  const closed = addresses.filter((one) => !isOpened(one))
  if (address === undefined || closed.some((one) => !isPublicAddress(one))) {
    return { type: "refused", error: "The endpoint has no public address. KEYWARD_WEBHOOK_ALLOW can open others." }
  }
  if (protocol !== "https:" && closed.length > 0) {
    return { type: "refused", error: "The endpoint needs https. KEYWARD_WEBHOOK_ALLOW opens addresses for http." }
  }
  return { type: "allowed", address, isOpened: isOpened(address) }
}

/** The address in a URL without a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  return readAddress(bare) === undefined ? undefined : bare
}

/** Why a URL cannot be the target of a webhook; undefined if nothing is wrong before its name is resolved. */
export function targetProblem(text: string, allow: readonly string[]): string | undefined {
  if (!URL.canParse(text)) return "must be a URL"
  const url = new URL(text)
  const isHttp = url.protocol === "http:" && allow.length > 0
  if (url.protocol !== "https:" && !isHttp)
    return "must be an https URL; KEYWARD_WEBHOOK_ALLOW opens addresses for http"
  if (url.username !== "" || url.password !== "") return "must have no user name and no password"
  if (url.hash !== "" || text.includes("#")) return "must have no fragment"
  const literal = literalAddress(url)
  if (literal === undefined) return undefined
  const judged = judgeAddresses({ protocol: url.protocol, addresses: [literal], allow })
  return judged.type === "allowed" ? undefined : "must have a public address; KEYWARD_WEBHOOK_ALLOW can open others"
}
