import type { Server } from "bun"
import { bodyLimits } from "../request/body.ts"
import type { ClientAddresses } from "../request/client-address.ts"
import { noSniffing } from "../request/response.ts"
import { createAnswersPerTurn } from "./answers-per-turn.ts"
import type { SocketData, Sockets } from "./sockets.ts"

export interface RunningServer {
  readonly port: number
  serve(handlers: Handlers): void
  /** Stops accepting connections, waits up to `patienceMs` for running requests, then closes. */
  stop(patienceMs: number): Promise<void>
}

/** The address cannot be bound. The CLI prints the message unchanged. */
class CannotListen extends Error {
  constructor(address: Address, cause: unknown) {
    super(`${reasonOf(address, cause)} ${address.remedy}`, { cause })
    this.name = "CannotListen"
  }
}

export type Handler = (request: Request, clientAddresses: ClientAddresses) => Promise<Response>

export interface Handlers {
  readonly any: Handler
  /** POST handlers by path. `any` gives the same responses, but slower. */
  readonly posts: ReadonlyMap<string, Handler>
  /** Absent if there are none. */
  readonly sockets?: Sockets | undefined
}

interface Address {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** The advice in the error message if the port cannot be bound. */
  readonly remedy: string
}

interface Listening extends Address {
  /** Whether other processes serve the same port. */
  readonly isShared?: boolean
  /** Handlers until `serve` is called. */
  readonly starting: Handlers
}

/**
 * Binds the port before anything else, so that a failed start changes nothing. A shared port is bound last, because
 * connections arrive at once and other processes can serve them until then.
 */
export function listen(listening: Listening): RunningServer {
  let server = listening.isShared ? undefined : startServer(listening, listening.starting)
  return {
    port: server?.port ?? listening.port,
    serve(handlers) {
      if (server === undefined) server = startServer(listening, handlers)
      else server.reload(optionsWith(handlers))
    },
    async stop(patienceMs) {
      if (server === undefined) return
      const { promise: patienceEnd, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([server.stop(false), patienceEnd])
      clearTimeout(timer)
      await server.stop(true)
    },
  }
}

/** Returns the port if it can be bound. The port is free again afterwards. */
export function findPort(address: Address): number {
  try {
    const listener = Bun.listen({ hostname: address.host, port: address.port, socket: { data() {} } })
    listener.stop(true)
    return listener.port
  } catch (error) {
    throw new CannotListen(address, error)
  }
}

/**
 * Bun closes a connection this long after its request started, up to four seconds early, regardless of traffic. The
 * time allows for a slow body and as long again for the response.
 */
const idleSeconds = (2 * bodyLimits.totalMs) / 1000 + 4

/** Bun limits the headers to 16 KiB in total. */
function optionsWith(handlers: Handlers) {
  const { limit } = createAnswersPerTurn()
  const answer = limit(handlers.any)
  return {
    routes: {
      ...Object.fromEntries([...handlers.posts].map(([path, handle]) => [path, { POST: limit(handle) }])),
      ...socketRoute({ ...handlers, any: answer }),
    },
    websocket: handlers.sockets?.handler ?? noSockets,
    idleTimeout: idleSeconds,
    // Bun would refuse without an envelope. Unread bytes stay with the sender or are dropped.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: answer,
    error: () => new Response(null, { status: 500, headers: noSniffing }),
  }
}

/** Without sockets, `any` refuses the path. */
function socketRoute(handlers: Handlers) {
  const { sockets } = handlers
  if (sockets === undefined) return {}
  const GET = (request: Request, server: Server<SocketData>) =>
    sockets.upgrade(request, server) ? undefined : handlers.any(request, server)
  return { [sockets.path]: { GET } }
}

const noSockets = { message() {} }

function startServer(listening: Listening, handlers: Handlers): Server<SocketData> {
  try {
    return Bun.serve<SocketData>({
      hostname: listening.host,
      port: listening.port,
      reusePort: listening.isShared ?? false,
      ...optionsWith(handlers),
    })
  } catch (error) {
    throw new CannotListen(listening, error)
  }
}

function reasonOf({ host, port }: Address, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program.`
    case "EACCES":
      return `Port ${port} needs administrator rights on this machine.`
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `${host} is not an address of this machine.`
    default:
      return `Cannot listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : String(cause)}.`
  }
}
