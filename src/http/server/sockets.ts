import type { Server, WebSocketHandler } from "bun"

/** WebSocket connections at one path. */
export interface Sockets {
  readonly path: string
  /** Returns false if the request is no handshake of this protocol. */
  upgrade(request: Request, server: Server<SocketData>): boolean
  readonly handler: WebSocketHandler<SocketData>
  close(): void
}

export interface SocketData {
  readonly request: Request
  readonly address: { readonly address: string } | null
  session?: SocketSession
}

/** What a connection is about. */
interface SocketSession {
  receive(frame: string | Uint8Array): void
  closed(code: number): void
  checkSilence(): void
}
