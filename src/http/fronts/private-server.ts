import type { ServerWebSocket } from "bun"
import type { Connection } from "../../verifiers/verifier.ts"
import { noSniffing } from "../request/response.ts"
import type { Handlers } from "../server/server.ts"
import { idleSeconds } from "../server/server.ts"
import type { SocketData } from "../server/sockets.ts"
import { frontPath } from "./messages.ts"
import { restoreRequest } from "./passed-request.ts"
import { createFrontSession, type FrontParts, type FrontSession } from "./session.ts"

/** The socket at which fronts connect, and to which they pass requests on. */
export interface PrivateServer {
  /** Tells every front, and each that connects later, to finish its requests, to report its counts and to end. */
  sayGoodbye(): void
  /** Resolves once all fronts have reported their usage, or soon. */
  collectUsage(): Promise<void>
  close(): Promise<void>
}

/** A front that hangs must not delay the usage of the others. */
const collectMs = 250

const goodbye = '{"t":"bye"}'

const silenceCheckMs = 1_000
/** An ask carries the body of a request. */
const longestMessage = 64 * 1024 ** 2
/** A front that leaves so much unread hangs. */
const mostUnread = 256 * 1024 ** 2

/** Only the owner of the socket's folder can connect. */
export function startPrivateServer(path: string, handlers: Handlers, parts: FrontParts): PrivateServer {
  const { clock } = parts
  const sockets = handlers.sockets
  const fronts = new Map<ServerWebSocket<SocketData>, FrontSession>()
  let saysGoodbye = false
  let checkedAt = clock()
  const timer = setInterval(() => {
    const wasStopped = clock() - checkedAt > 2 * silenceCheckMs
    checkedAt = clock()
    // What came while this process was stopped is still to be read.
    if (!wasStopped) for (const session of fronts.values()) session.checkSilence()
  }, silenceCheckMs)
  timer.unref()

  const openFront = (socket: ServerWebSocket<SocketData>, front: number) => {
    const session = createFrontSession(parts, connectionOf(socket), front)
    socket.data.session = session
    fronts.set(socket, session)
    if (saysGoodbye) socket.send(goodbye)
  }
  const server = Bun.serve<SocketData>({
    unix: path,
    // The types of Bun do not know it for such a socket.
    ...({ idleTimeout: idleSeconds } as object),
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, server) {
      const front = frontNumberOf(request.url)
      if (front !== undefined) {
        const data: SocketData = { request, address: null, front }
        return server.upgrade(request, { data }) ? undefined : new Response(null, { status: 400 })
      }
      const isHandshake = request.headers.has("sec-websocket-key")
      const addresses = restoreRequest(request)
      if (isHandshake && sockets?.upgrade(request, server, addresses)) return undefined
      const timeout = (_request: Request, seconds: number) => server.timeout(request, seconds)
      return handlers.any(request, { ...addresses, timeout })
    },
    websocket: {
      maxPayloadLength: longestMessage,
      backpressureLimit: mostUnread,
      closeOnBackpressureLimit: true,
      open(socket) {
        const { front } = socket.data
        if (front === undefined) void sockets?.handler.open?.(socket)
        else openFront(socket, front)
      },
      message: (socket, frame) => socket.data.session?.receive(frame),
      close(socket, code, reason) {
        if (!fronts.has(socket)) return sockets?.handler.close?.(socket, code, reason)
        fronts.delete(socket)
        socket.data.session?.closed(code)
      },
    },
    error: () => new Response(null, { status: 500, headers: noSniffing }),
  })

  return {
    sayGoodbye() {
      saysGoodbye = true
      for (const socket of fronts.keys()) socket.send(goodbye)
    },
    async collectUsage() {
      const collected = Promise.all([...fronts.values()].map((session) => session.collectUsage()))
      await Promise.race([collected, Bun.sleep(collectMs)])
    },
    async close() {
      clearInterval(timer)
      await server.stop(true)
    },
  }
}

/** What fronts pass on has other paths, whatever host a client has named. */
const frontUrl = new RegExp(`^http://localhost${frontPath}(\\d+)$`)

function frontNumberOf(url: string): number | undefined {
  const number = frontUrl.exec(url)?.[1]
  return number === undefined ? undefined : Number(number)
}

function connectionOf(socket: ServerWebSocket<SocketData>): Connection {
  return {
    send: (message) => socket.send(message) !== 0,
    close: (code, reason) => socket.close(code, reason),
  }
}
