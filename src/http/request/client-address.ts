import { isIpAddress, networkContains } from "../../contract/cidr.ts"

/** What is known about the connection of a request. */
export interface ClientAddresses {
  /** The address of the client. */
  requestIP(request: Request): { readonly address: string } | null
  /** Replaces the time after which the connection is closed; 0 means never. Absent without a socket. */
  timeout?(request: Request, seconds: number): void
}

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
