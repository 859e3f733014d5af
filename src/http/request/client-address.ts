import { isIpAddress, networkContains } from "../../contract/cidr.ts"

/**
 * The address that a request is logged under. It comes from the socket; a forwarding header counts only as far as
 * the proxies that wrote it are trusted, read from the nearest one outwards.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: readonly string[]): string {
  if (trusted.length === 0) return peer
  const isTrusted = (address: string) => trusted.some((network) => networkContains(network, address))
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim())
  let client = peer
  while (isTrusted(client)) {
    const next = hops.pop()
    if (next === undefined || !isIpAddress(next)) break
    client = next
  }
  return client
}
