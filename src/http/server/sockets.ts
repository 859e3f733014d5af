import type { Server, WebSocketHandler } from "bun"

/** WebSocket connections at one path. */
export interface Sockets {
  readonly path: string
  /** Returns false if the request is no handshake of this protocol. */
  upgrade(request: Request, server: Server<SocketData>, clientAddresses?: Addresses): boolean
  readonly handler: WebSocketHandler<SocketData>
  close(): void
}

interface Addresses {
  requestIP(request: Request): { readonly address: string } | null
}

export interface SocketData {
  readonly request: Request
  readonly address: { readonly address: string } | null
  /** The number of the front that has connected; absent for a verifier. */
  readonly front?: number
  session?: SocketSession
}

/** What a connection is about. */
export interface SocketSession {
  receive(frame: string | Uint8Array): void
  closed(code: number): void
  checkSilence(): void
}
