import { isIpAddress, networkContains } from "../../contract/cidr.ts"

/**
 * The client address for the log. The forwarding header is read from its end, and only trusted proxies are skipped.
 * Without a trusted proxy, it is the address of the socket.
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
