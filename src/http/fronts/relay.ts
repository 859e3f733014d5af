import type { ServerWebSocket } from "bun"
import { verifierBounds, verifierPath, verifierProtocol } from "../../contract/verifier.ts"
import type { SocketData, SocketSession, Sockets } from "../server/sockets.ts"
import { isVerifier } from "../verifiers/is-verifier.ts"
import { headersToPassOn } from "./passed-request.ts"

/** Frames that a verifier may send before the main process has accepted its connection: `hello` and little more. */
const mostEarlyFrames = 10

/** A verifier that does not close its connection after `bye` loses it. */
const goodbyeMs = 2_000

export interface VerifierRelay extends Sockets {
  /** Tells every verifier to connect elsewhere. */
  sayGoodbye(): void
}

/** Relays the connections of verifiers to the main process, frame by frame. A verifier alone says that it has forgotten. */
export function createVerifierRelay(path: string): VerifierRelay {
  const open = new Set<ServerWebSocket<SocketData>>()
  return {
    path: verifierPath,
    upgrade(request, server) {
      if (!isVerifier(request)) return false
      const headers = headersToPassOn(request, server)
      // The URL may name a host that is none. The main process takes it from the headers.
      const data: SocketData = { request: new Request("http://keyward/", { headers }), address: null }
      return server.upgrade(request, { data, headers: { "Sec-WebSocket-Protocol": verifierProtocol } })
    },
    handler: {
      maxPayloadLength: verifierBounds.messageBytes,
      backpressureLimit: 4 * verifierBounds.unsentBytes,
      closeOnBackpressureLimit: true,
      open(socket) {
        open.add(socket)
        socket.data.session = relay(path, socket)
      },
      message: (socket, frame) => socket.data.session?.receive(frame),
      close(socket, code) {
        open.delete(socket)
        socket.data.session?.closed(code)
      },
    },
    close() {},
    sayGoodbye() {
      for (const socket of open) socket.send('{"t":"bye"}')
      const end = () => {
        for (const socket of open) socket.terminate()
      }
      setTimeout(end, goodbyeMs).unref()
    },
  }
}

interface Upstream extends WebSocket {
  terminate(): void
}

/** The types of the platform do not know what Bun can do besides. */
const UpstreamSocket = WebSocket as unknown as new (
  url: string,
  options: { readonly protocols: readonly string[]; readonly headers: Readonly<Record<string, string>> },
) => Upstream

function relay(path: string, socket: ServerWebSocket<SocketData>): SocketSession {
  // For the log. The other headers of the handshake are not among them.
  const { "sec-websocket-protocol": _ours, ...headers } = Object.fromEntries(socket.data.request.headers)
  const upstream = new UpstreamSocket(`ws+unix://${path}:${verifierPath}`, { protocols: [verifierProtocol], headers })
  let early: string[] = []
  let isOver = false

  const sendOn = (frame: string) => {
    if (upstream.bufferedAmount > verifierBounds.unsentBytes) socket.close(4413, "the server has not read 1 MiB")
    else upstream.send(frame)
  }
  upstream.addEventListener("open", () => {
    for (const frame of early) upstream.send(frame)
    early = []
  })
  upstream.addEventListener("message", ({ data }) => {
    if (isOver) return
    if (socket.getBufferedAmount() > verifierBounds.unsentBytes) socket.close(4413, "more than 1 MiB is unread")
    else socket.send(String(data))
  })
  upstream.addEventListener("close", ({ code, reason }) => {
    if (isOver) return
    if (isSendable(code)) socket.close(code, reason)
    else socket.terminate()
  })

  return {
    receive(frame) {
      if (typeof frame !== "string") return socket.close(4400, "a message must be a text frame")
      // The main process is closing the connection, and its close code follows.
      if (upstream.readyState > WebSocket.OPEN) return
      if (upstream.readyState === WebSocket.OPEN) return sendOn(frame)
      early.push(frame)
      if (early.length > mostEarlyFrames) socket.close(4400, "hello and welcome must come first")
    },
    closed(code) {
      isOver = true
      if (isSendable(code)) upstream.close(code)
      else upstream.terminate()
    },
    checkSilence() {},
  }
}

/** Other codes mean that the connection was lost, and no end may send them. */
function isSendable(code: number): boolean {
  return code === 1000 || (code >= 3000 && code <= 4999)
}
