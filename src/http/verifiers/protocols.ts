/** The subprotocols that the client offers. */
export function protocolsOf({ headers }: Request): readonly string[] {
  return (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim())
}
