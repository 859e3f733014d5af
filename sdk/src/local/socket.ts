/** The part of a WebSocket that a verifier uses. The global one has it, and that of the package `ws`. */
export interface WebSocketLike {
  readonly protocol: string
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: "open" | "message" | "error" | "close", listener: (event: SocketEvent) => void): void
}

export interface SocketEvent {
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}

export type WebSocketConstructor = new (url: string, protocols: string) => WebSocketLike

/** Browsers, Bun, Deno and Node from 22 have one. */
export function globalWebSocket(): WebSocketConstructor | undefined {
  const host: { readonly WebSocket?: WebSocketConstructor } = globalThis
  return host.WebSocket
}
