import type { ServerWebSocket } from "bun"
import { invalidInput } from "../../contract/errors.ts"
import { verifierBounds, verifierPath, verifierProtocol } from "../../contract/verifier.ts"
import type { Connection } from "../../verifiers/verifier.ts"
import { isFromGateway } from "../gateway/misdirected.ts"
import type { Page } from "../server/routes.ts"
import type { SocketData, Sockets } from "../server/sockets.ts"
import { createVerifierSession, type VerifierSession } from "./session.ts"
import type { VerifierParts } from "./verifier-parts.ts"

const silenceCheckMs = 1_000

/** The endpoint of docs/verifier-protocol.md. */
export function createVerifierEndpoint(parts: VerifierParts): Sockets {
  const { clock, bounds, turns } = parts
  const sessions = new Set<VerifierSession>()
  let checkedAt = clock()
  const timer = setInterval(() => {
    const wasStopped = clock() - checkedAt > 2 * silenceCheckMs
    checkedAt = clock()
    // What came while this process was stopped is still to be read.
    if (!wasStopped) for (const session of sessions) session.checkSilence()
  }, silenceCheckMs)
  timer.unref()
  return {
    path: verifierPath,
    upgrade(request, server) {
      if (!isVerifier(request)) return false
      const data: SocketData = { request, address: server.requestIP(request) }
      return server.upgrade(request, { data, headers: { "Sec-WebSocket-Protocol": verifierProtocol } })
    },
    handler: {
      maxPayloadLength: verifierBounds.messageBytes,
      backpressureLimit: 4 * bounds.unsentBytes,
      closeOnBackpressureLimit: true,
      open(socket) {
        const { request, address } = socket.data
        const clientAddresses = { requestIP: () => address }
        const session = createVerifierSession({
          parts,
          connection: connectionOf(socket, bounds),
          request,
          clientAddresses,
        })
        socket.data.session = session
        sessions.add(session)
      },
      message: (socket, frame) => socket.data.session?.receive(frame),
      close(socket, code) {
        const { session } = socket.data
        if (session === undefined) return
        sessions.delete(session)
        session.closed(code)
      },
    },
    close() {
      clearInterval(timer)
      turns.finish()
    },
  }
}

/** Whether the client offers the subprotocol. */
function isVerifier({ headers }: Request): boolean {
  const protocols = (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim())
  return protocols.includes(verifierProtocol) && !isFromGateway(headers)
}

function connectionOf(socket: ServerWebSocket<SocketData>, { unsentBytes }: VerifierParts["bounds"]): Connection {
  return {
    send(message) {
      if (socket.getBufferedAmount() > unsentBytes) {
        socket.close(4413, "more than 1 MiB is unread")
        return false
      }
      return socket.send(message) !== 0
    },
    close: (code, reason) => socket.close(code, reason),
  }
}

/** What every other request to the path gets. */
export const verifierPage: Page = {
  name: "verifier",
  path: verifierPath,
  async serve() {
    throw invalidInput({
      location: "header.Upgrade",
      message: `must be \`websocket\`, with the subprotocol \`${verifierProtocol}\``,
    })
  },
}
